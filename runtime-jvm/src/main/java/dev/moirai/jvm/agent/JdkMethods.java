package dev.moirai.jvm.agent;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The methods of the JDK that get hooks: a call at their beginning, or other calls in their bodies; nothing else changes, so
 * that classes in use can be changed too. Names that a JDK does not have are passed over.
 */
final class JdkMethods {
    private static final String HOOKS = "dev/moirai/jvm/runtime/JdkHooks";
    private static final String SELECTORS = "dev/moirai/jvm/runtime/SelectorHooks";
    private static final String OBJECT = "java/lang/Object";
    private static final Object[] NOTHING = {};

    private static final Set<String> CLASSES = Set.of(
            "java/lang/Thread",
            "java/lang/ThreadBuilders",
            "java/lang/ThreadBuilders$BoundVirtualThread",
            "java/lang/Shutdown",
            "java/time/Clock",
            "java/time/Clock$SystemClock",
            "java/time/Clock$SystemInstantSource",
            "java/util/Date",
            "java/util/GregorianCalendar",
            "java/util/Random",
            "java/util/Timer",
            "java/util/TimerThread",
            "java/util/concurrent/AbstractExecutorService",
            "java/util/concurrent/CompletableFuture",
            "java/util/concurrent/CompletableFuture$Signaller",
            "java/util/concurrent/DelayScheduler",
            "java/util/concurrent/Exchanger",
            "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/ForkJoinTask",
            "java/util/concurrent/ForkJoinWorkerThread",
            "java/util/concurrent/FutureTask",
            "java/util/concurrent/LinkedTransferQueue",
            "java/util/concurrent/LinkedTransferQueue$DualNode",
            "java/util/concurrent/Phaser",
            "java/util/concurrent/Phaser$QNode",
            "java/util/concurrent/ScheduledThreadPoolExecutor",
            "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask",
            "java/util/concurrent/SubmissionPublisher$BufferedSubscription",
            "java/util/concurrent/SynchronousQueue",
            "java/util/concurrent/SynchronousQueue$Transferer",
            "java/util/concurrent/SynchronousQueue$TransferQueue",
            "java/util/concurrent/SynchronousQueue$TransferStack",
            "java/util/concurrent/ThreadPerTaskExecutor",
            "java/util/concurrent/TimeUnit",
            "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
            "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject",
            "java/util/concurrent/locks/AbstractQueuedSynchronizer",
            "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
            "java/util/concurrent/locks/LockSupport",
            "java/util/concurrent/locks/StampedLock",
            "sun/nio/ch/EPollSelectorImpl",
            "sun/nio/ch/KQueueSelectorImpl",
            "sun/nio/ch/PollSelectorImpl",
            "sun/nio/ch/SelectorImpl",
            "sun/nio/ch/WEPollSelectorImpl");

    private JdkMethods() {}

    static Set<String> classes() {
        return CLASSES;
    }

    static boolean changes(String name) {
        // The last ones stay as they are, but the JVM throws away code that it has compiled for their old seed.
        return CLASSES.contains(name) || name.startsWith("java/util/ImmutableCollections");
    }

    static byte[] change(String name, byte[] bytes) {
        var reader = new ClassReader(bytes);
        var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        var visitor = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String descriptor, String signature, String[] exceptions) {
                MethodVisitor out = super.visitMethod(access, method, descriptor, signature, exceptions);
                boolean hasBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                return hasBody ? changed(name, out, method, descriptor) : out;
            }
        };
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static MethodVisitor changed(String name, MethodVisitor out, String method, String descriptor) {
        MethodVisitor calls = new JdkCalls(out, name);
        String what = method + descriptor;
        return switch (name) {
            case "java/lang/Thread" -> thread(calls, what);
            case "java/lang/Shutdown" -> shutdown(calls, what);
            case "java/lang/ThreadBuilders$BoundVirtualThread",
                    "java/util/concurrent/DelayScheduler",
                    "java/util/concurrent/ForkJoinWorkerThread" -> what.equals("run()V") ? begins(calls) : calls;
            case "java/util/Timer" -> new JdkMonitors(calls);
            case "java/util/TimerThread" -> new JdkMonitors(what.equals("run()V") ? begins(calls) : calls);
            case "java/util/concurrent/locks/LockSupport" -> lockSupport(calls, what);
            case "sun/nio/ch/SelectorImpl" ->
                what.equals("lockAndDoSelect(Ljava/util/function/Consumer;J)I") ? selects(calls) : calls;
            case "sun/nio/ch/EPollSelectorImpl",
                    "sun/nio/ch/KQueueSelectorImpl",
                    "sun/nio/ch/PollSelectorImpl",
                    "sun/nio/ch/WEPollSelectorImpl" -> method.equals("wakeup") ? wakesUp(calls) : calls;
            case "java/time/Clock" -> what.equals("currentInstant()Ljava/time/Instant;") ? instant(calls) : calls;
            default -> calls;
        };
    }

    private static MethodVisitor thread(MethodVisitor out, String what) {
        return switch (what) {
            case "run()V" -> begins(out);
            case "exit()V" -> new ThreadEnd(out);
            case "join()V" -> first(out, code -> code.load(Opcodes.ALOAD, 0).hook("joins", "(Ljava/lang/Thread;)V"));
            case "join(J)V" ->
                instead(
                        out,
                        new Object[] {"java/lang/Thread", Opcodes.LONG},
                        code -> code.load(Opcodes.ALOAD, 0)
                                .load(Opcodes.LLOAD, 1)
                                .hook("isJoined", "(Ljava/lang/Thread;J)Z"));
            case "sleepNanos(J)V" ->
                instead(
                        out,
                        new Object[] {Opcodes.LONG},
                        code -> code.load(Opcodes.LLOAD, 0).hook("sleeps", "(J)Z"));
            case "yield()V", "onSpinWait()V" -> instead(out, NOTHING, code -> code.hook("yields", "()Z"));
            case "interrupt()V" ->
                first(out, code -> code.load(Opcodes.ALOAD, 0).hook("interrupts", "(Ljava/lang/Thread;)V"));
            case "isInterrupted()Z" -> interruptStatus(out);
            case "interrupted()Z", "getAndClearInterrupt()Z", "clearInterrupt()V" ->
                first(out, code -> code.hook("clearsInterrupt", "()V"));
            case "dispatchUncaughtException(Ljava/lang/Throwable;)V" ->
                first(
                        out,
                        code -> code.load(Opcodes.ALOAD, 0)
                                .load(Opcodes.ALOAD, 1)
                                .hook("uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V"));
            case "getState()Ljava/lang/Thread$State;" -> state(out);
            case "isAlive()Z" -> alive(out);
            default -> out;
        };
    }

    private static MethodVisitor shutdown(MethodVisitor out, String what) {
        return switch (what) {
            case "exit(I)V", "halt(I)V" ->
                first(out, code -> code.load(Opcodes.ILOAD, 0).hook("exits", "(I)V"));
            case "shutdown()V" -> first(out, code -> code.hook("shutsDown", "()V"));
            default -> out;
        };
    }

    private static MethodVisitor lockSupport(MethodVisitor out, String what) {
        return switch (what) {
            case "park()V" ->
                instead(out, NOTHING, code -> code.nothing().zero().hook("parks", "(Ljava/lang/Object;J)Z"));
            case "park(Ljava/lang/Object;)V" ->
                instead(
                        out,
                        new Object[] {OBJECT},
                        code -> code.load(Opcodes.ALOAD, 0).zero().hook("parks", "(Ljava/lang/Object;J)Z"));
            case "parkNanos(J)V" ->
                instead(
                        out,
                        new Object[] {Opcodes.LONG},
                        code -> code.nothing().load(Opcodes.LLOAD, 0).hook("parksNanos", "(Ljava/lang/Object;J)Z"));
            case "parkNanos(Ljava/lang/Object;J)V" -> timedPark(out, "parksNanos");
            case "parkUntil(J)V" ->
                instead(
                        out,
                        new Object[] {Opcodes.LONG},
                        code -> code.nothing().load(Opcodes.LLOAD, 0).hook("parksUntil", "(Ljava/lang/Object;J)Z"));
            case "parkUntil(Ljava/lang/Object;J)V" -> timedPark(out, "parksUntil");
            case "unpark(Ljava/lang/Thread;)V" ->
                instead(
                        out,
                        new Object[] {"java/lang/Thread"},
                        code -> code.load(Opcodes.ALOAD, 0).hook("unparks", "(Ljava/lang/Object;)Z"));
            default -> out;
        };
    }

    private static MethodVisitor timedPark(MethodVisitor out, String hook) {
        return instead(
                out,
                new Object[] {OBJECT, Opcodes.LONG},
                code -> code.load(Opcodes.ALOAD, 0).load(Opcodes.LLOAD, 1).hook(hook, "(Ljava/lang/Object;J)Z"));
    }

    private static MethodVisitor selects(MethodVisitor out) {
        return first(
                out,
                code -> code.load(Opcodes.ALOAD, 0)
                        .load(Opcodes.LLOAD, 2)
                        .hook(SELECTORS, "selects", "(Ljava/nio/channels/Selector;J)V"));
    }

    private static MethodVisitor wakesUp(MethodVisitor out) {
        return first(
                out, code -> code.load(Opcodes.ALOAD, 0).hook(SELECTORS, "wakesUp", "(Ljava/nio/channels/Selector;)V"));
    }

    private static MethodVisitor begins(MethodVisitor out) {
        return first(out, code -> code.hook("begins", "()V"));
    }

    /** Returns what the hook says, if it says anything. */
    private static MethodVisitor instant(MethodVisitor out) {
        return first(
                out,
                code -> code.hook("instant", "()Ljava/time/Instant;").returnUnlessNull(NOTHING, "java/time/Instant"));
    }

    private static MethodVisitor state(MethodVisitor out) {
        return first(
                out,
                code -> code.load(Opcodes.ALOAD, 0)
                        .hook("state", "(Ljava/lang/Thread;)Ljava/lang/Thread$State;")
                        .returnUnlessNull(new Object[] {"java/lang/Thread"}, "java/lang/Thread$State"));
    }

    private static MethodVisitor alive(MethodVisitor out) {
        return first(out, code -> {
            var goOn = new Label();
            code.load(Opcodes.ALOAD, 0).hook("isOver", "(Ljava/lang/Thread;)Z");
            out.visitJumpInsn(Opcodes.IFEQ, goOn);
            out.visitInsn(Opcodes.ICONST_0);
            out.visitInsn(Opcodes.IRETURN);
            code.goOn(goOn, new Object[] {"java/lang/Thread"}, NOTHING);
        });
    }

    private static MethodVisitor interruptStatus(MethodVisitor out) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.IRETURN) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    super.visitInsn(Opcodes.SWAP);
                    new Code(out).hook("isInterrupted", "(Ljava/lang/Thread;Z)Z");
                }
                super.visitInsn(opcode);
            }
        };
    }

    private interface Beginning {
        void write(Code code);
    }

    private static MethodVisitor first(MethodVisitor out, Beginning beginning) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitCode() {
                super.visitCode();
                beginning.write(new Code(out));
            }
        };
    }

    /** The hook says whether it has done the work; then the method returns. */
    private static MethodVisitor instead(MethodVisitor out, Object[] locals, Beginning beginning) {
        return first(out, code -> {
            var goOn = new Label();
            beginning.write(code);
            out.visitJumpInsn(Opcodes.IFEQ, goOn);
            out.visitInsn(Opcodes.RETURN);
            code.goOn(goOn, locals, NOTHING);
        });
    }

    /** Writes instructions at a method's beginning. */
    private record Code(MethodVisitor out) {
        Code load(int opcode, int slot) {
            out.visitVarInsn(opcode, slot);
            return this;
        }

        Code zero() {
            out.visitInsn(Opcodes.LCONST_0);
            return this;
        }

        Code nothing() {
            out.visitInsn(Opcodes.ACONST_NULL);
            return this;
        }

        Code hook(String name, String descriptor) {
            return hook(HOOKS, name, descriptor);
        }

        Code hook(String owner, String name, String descriptor) {
            out.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
            return this;
        }

        void returnUnlessNull(Object[] locals, String type) {
            var goOn = new Label();
            out.visitInsn(Opcodes.DUP);
            out.visitJumpInsn(Opcodes.IFNULL, goOn);
            out.visitInsn(Opcodes.ARETURN);
            goOn(goOn, locals, new Object[] {type});
            out.visitInsn(Opcodes.POP);
        }

        /** The place where the method goes on; another frame may follow, so one instruction stands between. */
        void goOn(Label label, Object[] locals, Object[] stack) {
            out.visitLabel(label);
            out.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
            out.visitInsn(Opcodes.NOP);
        }
    }
}
