package dev.moirai.jvm.runtime;

/** The end of a run: the report is written once, control is given up, and unless the program ends by itself the JVM is halted. */
public final class End {
    /** The exit status of a JVM that we have halted; the report says why. */
    private static final int HALTED = 86;

    private static final Object ONCE = new Object();
    private static boolean reported;

    private End() {}

    /** Reports, and halts the JVM. */
    static void of(RunOutcome outcome) {
        report(outcome);
        Runtime.getRuntime().halt(HALTED);
    }

    /** Never returns; to be thrown where the compiler must see that. */
    static Error diverged(String why) {
        of(RunOutcome.diverged(why));
        return new Error(why);
    }

    /** The agent cannot do its work here. */
    public static void refused(String why) {
        of(RunOutcome.refused(why));
    }

    static void report(RunOutcome outcome) {
        synchronized (ONCE) {
            if (reported) return;
            reported = true;
            RunOutcome seen = outcome.isDeadlock() && Idle.areAllLeft() ? RunOutcome.idle() : outcome;
            Report.write(seen);
            Log.close();
        }
    }

    /** The program ends by itself. */
    static void exits(int status) {
        report(RunOutcome.exit(status));
        Token.release();
    }

    static boolean isReported() {
        synchronized (ONCE) {
            return reported;
        }
    }
}
