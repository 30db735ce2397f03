package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;

/** Pool workers without a task: they wait for ever in a program that does not shut its pool down, and nothing is wrong. */
final class Idle {
    private Idle() {}

    /** Whether all threads that keep the JVM alive are such workers. */
    static boolean areAllLeft() {
        for (Controlled each : Token.threads()) {
            if (each.isUser() && each.state != State.DONE && !isIdle(each.thread)) return false;
        }
        return true;
    }

    private static boolean isIdle(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String where = frame.getClassName() + "." + frame.getMethodName();
            switch (where) {
                case "java.util.concurrent.ThreadPoolExecutor.getTask",
                        "java.util.concurrent.ForkJoinPool.awaitWork",
                        "java.util.TimerThread.mainLoop" -> {
                    return true;
                }
                default -> {
                    boolean isJdk = where.startsWith("java.") || where.startsWith("jdk.");
                    if (!isJdk && !where.startsWith("dev.moirai.jvm.")) return false;
                }
            }
        }
        return false;
    }
}
