package dev.moirai.jvm.agent;

import dev.moirai.jvm.runtime.HookSites;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes calls of hooks, and what they need on the stack. */
abstract class HookCode extends MethodVisitor {
    private static final String HOOKS = "dev/moirai/jvm/runtime/Hooks";
    private static final String CONTAINER_HOOKS = "dev/moirai/jvm/runtime/ContainerHooks";
    private static final String JDK_HOOKS = "dev/moirai/jvm/runtime/JdkHooks";

    final ClassInstrumenter type;
    final String method;
    private int line;

    HookCode(MethodVisitor out, ClassInstrumenter type, String method) {
        super(Opcodes.ASM9, out);
        this.type = type;
        this.method = method;
    }

    @Override
    public void visitLineNumber(int number, org.objectweb.asm.Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    final void hook(String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    final void jdkHook(String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, JDK_HOOKS, name, descriptor, false);
    }

    final void containerHook(String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, CONTAINER_HOOKS, name, descriptor, false);
    }

    final void push(int value) {
        if (value >= -1 && value <= 5) mv.visitInsn(Opcodes.ICONST_0 + value);
        else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) mv.visitIntInsn(Opcodes.BIPUSH, value);
        else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) mv.visitIntInsn(Opcodes.SIPUSH, value);
        else mv.visitLdcInsn(value);
    }

    /** The number of this place. */
    final void pushSite(String what) {
        push(HookSites.add(new HookSites.Site(what, type.name().replace('/', '.'), method, type.file(), line)));
    }

    final void duplicate(Type value) {
        mv.visitInsn(value.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    }

    /** Hands the value on top of the stack to a hook, and leaves it there. */
    final void show(String hook, Type value) {
        duplicate(value);
        hook(hook, "(" + erased(value) + ")V");
    }

    static String erased(Type value) {
        return switch (value.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> "I";
            case Type.LONG -> "J";
            case Type.FLOAT -> "F";
            case Type.DOUBLE -> "D";
            default -> "Ljava/lang/Object;";
        };
    }

    /** What an instruction on elements moves. */
    static Type element(int opcode) {
        return switch (opcode) {
            case Opcodes.LALOAD, Opcodes.LASTORE -> Type.LONG_TYPE;
            case Opcodes.DALOAD, Opcodes.DASTORE -> Type.DOUBLE_TYPE;
            case Opcodes.FALOAD, Opcodes.FASTORE -> Type.FLOAT_TYPE;
            case Opcodes.AALOAD, Opcodes.AASTORE -> Type.getObjectType("java/lang/Object");
            default -> Type.INT_TYPE;
        };
    }
}
