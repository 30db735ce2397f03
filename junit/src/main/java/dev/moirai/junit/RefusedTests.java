package dev.moirai.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What of JUnit a test in a JVM of its own cannot use. It is refused by name, as the test would fail there for no fault of its own. */
final class RefusedTests {
    private RefusedTests() {}

    static void check(Class<?> type, Method method) {
        reason(type, method).ifPresent(why -> {
            throw new ExtensionConfigurationException(
                    "@MoiraiTest " + type.getName() + "." + method.getName() + ": " + why);
        });
    }

    private static Optional<String> reason(Class<?> type, Method method) {
        if (method.getParameterCount() > 0) return Optional.of("a method with parameters cannot be run in its own JVM");
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers()))
            return Optional.of("a class inside another must be static");
        boolean isConstructible =
                Arrays.stream(type.getDeclaredConstructors()).anyMatch(each -> each.getParameterCount() == 0);
        if (!isConstructible) return Optional.of("the class needs a constructor without parameters");
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Annotation annotation : each.getAnnotations()) {
                if (extendsTests(annotation.annotationType(), 0) || annotation instanceof ExtendWith)
                    return Optional.of("extensions are not run in its own JVM: "
                            + annotation.annotationType().getSimpleName() + " of " + each.getSimpleName());
            }
            for (Field field : each.getDeclaredFields()) {
                boolean isFilled =
                        field.isAnnotationPresent(RegisterExtension.class) || field.isAnnotationPresent(TempDir.class);
                if (isFilled) return Optional.of("extensions are not run in its own JVM: field " + field.getName());
            }
        }
        return Optional.empty();
    }

    /** Whether the annotation brings an extension with it, perhaps by another annotation. */
    private static boolean extendsTests(Class<? extends Annotation> type, int depth) {
        if (type.isAnnotationPresent(ExtendWith.class) || type.getSimpleName().equals("Extensions")) return true;
        if (depth > 4 || type.getName().startsWith("java.lang.")) return false;
        for (Annotation each : type.getAnnotations()) {
            if (extendsTests(each.annotationType(), depth + 1)) return true;
        }
        return false;
    }
}
