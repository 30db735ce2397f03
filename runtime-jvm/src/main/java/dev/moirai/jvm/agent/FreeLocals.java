package dev.moirai.jvm.agent;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How many locals the methods of a class use: a method tells only at its end, and hooks must know before. */
final class FreeLocals extends ClassVisitor {
    private final Map<String, Integer> counts = new HashMap<>();

    private FreeLocals() {
        super(Opcodes.ASM9);
    }

    static FreeLocals of(ClassReader reader) {
        var locals = new FreeLocals();
        reader.accept(locals, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return locals;
    }

    /** The first local that the method does not use. */
    int first(String method, String descriptor) {
        return counts.getOrDefault(method + descriptor, 0);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMaxs(int stack, int locals) {
                counts.put(method + descriptor, locals);
            }
        };
    }
}
