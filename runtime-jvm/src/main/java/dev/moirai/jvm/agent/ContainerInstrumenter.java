package dev.moirai.jvm.agent;

import dev.moirai.jvm.runtime.Containers;
import dev.moirai.jvm.runtime.Log;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Gives the methods of a container of the JDK a second body with hooks, which is taken when the program has called them. Only
 * bodies change, so that classes in use can be changed too: a synchronized method stays so. The class is read twice, and every
 * method written on where the first reading has left it.
 */
final class ContainerInstrumenter {
    private static final String HOOKS = "dev/moirai/jvm/runtime/ContainerHooks";

    /** A method whose first body is written. */
    private record Begun(MethodVisitor out, Label second) {}

    private final String name;
    private final Selection selection;
    private final Map<String, Begun> begun = new HashMap<>();

    private ContainerInstrumenter(String name, Selection selection) {
        this.name = name;
        this.selection = selection;
    }

    static byte[] change(String name, byte[] bytes, Selection selection) {
        return new ContainerInstrumenter(name, selection).change(bytes);
    }

    private byte[] change(byte[] bytes) {
        var reader = new ClassReader(bytes);
        var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(firstBodies(writer), ClassReader.EXPAND_FRAMES);
        reader.accept(secondBodies(MethodFacts.of(reader)), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static boolean isChanged(int access, String method) {
        return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0 && !method.startsWith("<");
    }

    private ClassVisitor firstBodies(ClassVisitor writer) {
        return new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access,
                    String method,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                MethodVisitor out = super.visitMethod(access, method, descriptor, signature, exceptions);
                if (!isChanged(access, method)) return out;
                var second = new Label();
                begun.put(method + descriptor, new Begun(out, second));
                return new MethodVisitor(Opcodes.ASM9, out) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        super.visitLdcInsn((method + descriptor).hashCode());
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "isCalled", "(I)Z", false);
                        super.visitJumpInsn(Opcodes.IFNE, second);
                    }

                    @Override
                    public void visitMaxs(int stack, int locals) {}

                    @Override
                    public void visitEnd() {}
                };
            }
        };
    }

    private ClassVisitor secondBodies(MethodFacts facts) {
        return new ClassInstrumenter(new ClassVisitor(Opcodes.ASM9) {}, name, selection, facts) {
            @Override
            public MethodVisitor visitMethod(
                    int access,
                    String method,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                Begun first = begun.get(method + descriptor);
                if (first == null) return new MethodVisitor(Opcodes.ASM9) {};
                boolean isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
                Containers.add(name, (method + descriptor).hashCode(), isSynchronized);
                return new MethodInstrumenter(
                        new SecondBody(first, frame(access, descriptor)),
                        this,
                        access,
                        method,
                        descriptor,
                        isSynchronized ? MethodBounds.Monitor.TAKEN_BY_CALL : MethodBounds.Monitor.NONE,
                        Log.method(name + "." + method + descriptor),
                        facts.firstFreeLocal(method, descriptor));
            }
        };
    }

    /** The locals at a method's beginning. */
    private Object[] frame(int access, String descriptor) {
        List<Object> locals = new ArrayList<>();
        if ((access & Opcodes.ACC_STATIC) == 0) locals.add(name);
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            locals.add(
                    switch (argument.getSort()) {
                        case Type.LONG -> Opcodes.LONG;
                        case Type.FLOAT -> Opcodes.FLOAT;
                        case Type.DOUBLE -> Opcodes.DOUBLE;
                        case Type.ARRAY, Type.OBJECT -> argument.getInternalName();
                        default -> Opcodes.INTEGER;
                    });
        }
        return locals.toArray();
    }

    /** Writes on after the first body; what is said of the whole method has been said there. */
    private static final class SecondBody extends MethodVisitor {
        private final Label begin;
        private final Object[] locals;

        SecondBody(Begun first, Object[] locals) {
            super(Opcodes.ASM9, first.out);
            this.begin = first.second;
            this.locals = locals;
        }

        @Override
        public void visitCode() {
            super.visitLabel(begin);
            super.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
            // Another frame may follow, for an instruction of its own.
            super.visitInsn(Opcodes.NOP);
        }

        @Override
        public void visitParameter(String parameter, int access) {}

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return null;
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotationDefault() {
            return null;
        }

        @Override
        public void visitAnnotableParameterCount(int count, boolean visible) {}

        @Override
        public @Nullable AnnotationVisitor visitParameterAnnotation(int at, String descriptor, boolean visible) {
            return null;
        }

        @Override
        public @Nullable AnnotationVisitor visitTypeAnnotation(
                int reference, org.objectweb.asm.@Nullable TypePath path, String descriptor, boolean visible) {
            return null;
        }

        @Override
        public void visitAttribute(Attribute attribute) {}

        @Override
        public void visitLocalVariable(
                String variable, String descriptor, @Nullable String signature, Label from, Label to, int index) {}
    }
}
