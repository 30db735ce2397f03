package dev.moirai.jvm.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Monitors of {@link java.util.Timer}, the one class of the JDK whose threads wait in {@link Object#wait} for each other. */
final class JdkMonitors extends MethodVisitor {
    private static final String HOOKS = "dev/moirai/jvm/runtime/TimerHooks";

    JdkMonitors(MethodVisitor out) {
        super(Opcodes.ASM9, out);
    }

    @Override
    public void visitInsn(int opcode) {
        switch (opcode) {
            case Opcodes.MONITORENTER -> {
                super.visitInsn(Opcodes.DUP);
                hook("beforeEnter", "(Ljava/lang/Object;)V");
                super.visitInsn(opcode);
            }
            case Opcodes.MONITOREXIT -> {
                super.visitInsn(Opcodes.DUP);
                super.visitInsn(opcode);
                hook("afterExit", "(Ljava/lang/Object;)V");
            }
            default -> super.visitInsn(opcode);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean isOfObject = opcode == Opcodes.INVOKEVIRTUAL && owner.equals("java/lang/Object");
        if (isOfObject && (name.equals("wait") || name.equals("notify") || name.equals("notifyAll"))) {
            hook(name.equals("wait") ? "await" : name + "Waiting", "(Ljava/lang/Object;" + descriptor.substring(1));
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    private void hook(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }
}
