package dev.moirai.jvm.agent;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What hooks must know of a method before it has been seen: how many locals it uses, and its first line. */
final class MethodFacts extends ClassVisitor {
    private final Map<String, Integer> locals = new HashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();

    private MethodFacts() {
        super(Opcodes.ASM9);
    }

    static MethodFacts of(ClassReader reader) {
        var facts = new MethodFacts();
        reader.accept(facts, ClassReader.SKIP_FRAMES);
        return facts;
    }

    /** The first local that the method does not use. */
    int firstFreeLocal(String method, String descriptor) {
        return locals.getOrDefault(method + descriptor, 0);
    }

    /** The line of its first instruction; 0 if the compiler has not told. */
    int firstLine(String method, String descriptor) {
        return lines.getOrDefault(method + descriptor, 0);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitLineNumber(int line, Label start) {
                lines.putIfAbsent(method + descriptor, line);
            }

            @Override
            public void visitMaxs(int stack, int used) {
                locals.put(method + descriptor, used);
            }
        };
    }
}
