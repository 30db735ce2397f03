package dev.moirai.jvm.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Calls inside the JDK's own methods that go to our hooks instead: clocks, sleeping, parking, the start of threads. */
final class JdkCalls extends MethodVisitor {
    private static final String HOOKS = "dev/moirai/jvm/runtime/JdkHooks";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    private final boolean isLockSupport;

    JdkCalls(MethodVisitor out, String name) {
        super(Opcodes.ASM9, out);
        // These classes do the real parking: the second of virtual threads that have a platform thread of their own.
        isLockSupport =
                name.equals("java/util/concurrent/locks/LockSupport") || name.startsWith("java/lang/ThreadBuilders");
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        switch (owner + "." + name + descriptor) {
            case "java/lang/System.nanoTime()J", "java/lang/System.currentTimeMillis()J" -> hook(name, descriptor);
            case "java/lang/Thread.sleep(J)V", "java/lang/Thread.sleep(JI)V" -> hook("sleep", descriptor);
            case "java/lang/Thread.yield()V", "java/lang/Thread.onSpinWait()V" -> hook("yieldNow", descriptor);
            case "java/lang/Thread.start0()V" -> {
                super.visitInsn(Opcodes.DUP);
                hook("starts", "(Ljava/lang/Thread;)V");
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
            case "jdk/internal/vm/ContinuationSupport.isSupported()Z" -> {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                hook("areVirtualThreadsReal", "()Z");
                super.visitInsn(Opcodes.IAND);
            }
            default -> {
                if (!isLockSupport && owner.equals(UNSAFE) && name.equals("park")) {
                    hook("park", "(Ljava/lang/Object;ZJ)V");
                } else if (!isLockSupport && owner.equals(UNSAFE) && name.equals("unpark")) {
                    hook("unpark", "(Ljava/lang/Object;Ljava/lang/Object;)V");
                } else {
                    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                }
            }
        }
    }

    private void hook(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }
}
