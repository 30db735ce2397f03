package dev.moirai.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Runs one test method in its own JVM, with what comes before and after it. The end of the method is the end of the program. */
public final class ChildTest {
    private final Class<?> type;

    private ChildTest(Class<?> type) {
        this.type = type;
    }

    /** @param words the name of the class, the name of the method */
    public static void main(String[] words) throws Throwable {
        var child = new ChildTest(Class.forName(words[0]));
        child.run(words[1]);
        System.exit(0);
    }

    private void run(String name) throws Throwable {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method method = method(name);
        try {
            invokeAll(BeforeAll.class, null);
            Object test = constructor.newInstance();
            try {
                invokeAll(BeforeEach.class, test);
                method.setAccessible(true);
                method.invoke(test);
            } finally {
                invokeAll(AfterEach.class, test);
            }
            invokeAll(AfterAll.class, null);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private Method method(String name) throws NoSuchMethodException {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.isAnnotationPresent(MoiraiTest.class)) return method;
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name);
    }

    /** Before the test, methods of superclasses come first; after it, last. */
    private void invokeAll(Class<? extends Annotation> when, @Nullable Object test)
            throws InvocationTargetException, IllegalAccessException {
        boolean isBefore = when == BeforeAll.class || when == BeforeEach.class;
        List<Method> methods = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            int at = isBefore ? 0 : methods.size();
            for (Method method : each.getDeclaredMethods()) {
                if (method.isAnnotationPresent(when) && !Modifier.isAbstract(method.getModifiers())) {
                    methods.add(at++, method);
                }
            }
        }
        for (Method method : methods) {
            method.setAccessible(true);
            method.invoke(test);
        }
    }
}
