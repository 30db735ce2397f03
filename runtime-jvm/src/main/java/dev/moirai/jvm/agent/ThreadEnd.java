package dev.moirai.jvm.agent;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code Thread.exit}: the thread has ended when this method has, however it does. What it does itself, such as telling the
 * executor that waits for it, is still done under control.
 */
final class ThreadEnd extends MethodVisitor {
    private final Label begin = new Label();
    private final Label end = new Label();

    ThreadEnd(MethodVisitor out) {
        super(Opcodes.ASM9, out);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitLabel(begin);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) ends();
        super.visitInsn(opcode);
    }

    /** The handler comes last, so that those of the method itself go first. */
    @Override
    public void visitMaxs(int stack, int locals) {
        super.visitLabel(end);
        super.visitFrame(Opcodes.F_NEW, 1, new Object[] {"java/lang/Thread"}, 1, new Object[] {"java/lang/Throwable"});
        ends();
        super.visitInsn(Opcodes.ATHROW);
        super.visitTryCatchBlock(begin, end, end, null);
        super.visitMaxs(stack, locals);
    }

    private void ends() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, "dev/moirai/jvm/runtime/JdkHooks", "ends", "()V", false);
    }
}
