package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.Watch;
import java.util.concurrent.locks.ReentrantLock;
import sun.misc.Signal;

/** Z3 as a session of SMT-LIB commands, inside this process. */
public final class Z3Script implements SmtSession {
    /**
     * While a script is evaluated Z3 has a handler of its own for Ctrl-C, for the whole process, and puts the one before
     * back at the end. Two scripts at a time would put each other's back, and the next Ctrl-C would crash.
     */
    private static final ReentrantLock ONE_HANDLER = new ReentrantLock();

    private static final String CHECK = "(check-sat)";
    private static final String WHY = "(get-info :reason-unknown)";
    private static final String REASON = "(:reason-unknown ";
    private static final String CANCELED = "(:reason-unknown \"canceled\")";

    private final long context;

    /** @throws IllegalStateException if Z3 is unavailable */
    public Z3Script() {
        context = newContext();
    }

    static long newContext() {
        Z3Solver.unavailable().ifPresent(reason -> {
            throw new IllegalStateException("z3: " + reason);
        });
        long configuration = Native.mkConfig();
        long made = Native.mkContextRc(configuration);
        Native.delConfig(configuration);
        Native.setInternalErrorHandler(made);
        return made;
    }

    @Override
    public String execute(String commands, Limit limit) {
        if (limit.isReached()) return "unknown";
        ONE_HANDLER.lock();
        try (var _ = Watch.over(limit, () -> Z3Script.interrupt(context))) {
            String said = Native.evalSmtlib2String(context, commands.replace(CHECK, CHECK + WHY));
            if (said.contains(CANCELED) && !limit.isReached()) passOnSignal(limit);
            return said.contains(REASON) ? withoutReasons(said) : said;
        } catch (Z3Exception e) {
            if (!limit.isReached() && String.valueOf(e.getMessage()).contains("canceled")) passOnSignal(limit);
            else if (!limit.isReached()) throw e;
            return "unknown";
        } finally {
            ONE_HANDLER.unlock();
        }
    }

    private static String withoutReasons(String said) {
        var answers = new StringBuilder();
        for (String line : said.split("\n"))
            if (!line.startsWith(REASON)) answers.append(line).append('\n');
        return answers.toString();
    }

    /**
     * Z3 has taken a signal that was meant for this process, which gets it now. What Z3 did not find out is no answer, so it
     * is not told before the work is called off.
     */
    private static void passOnSignal(Limit limit) {
        Signal.raise(new Signal("INT"));
        try {
            for (int i = 0; i < 100 && !limit.isReached(); i++) Thread.sleep(30);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    static void interrupt(long context) {
        try {
            Native.interrupt(context);
        } catch (Z3Exception _) {
            // The session has been interrupted already.
        }
    }

    @Override
    public void close() {
        Native.delContext(context);
    }
}
