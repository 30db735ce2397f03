package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.Watch;

/** Z3 as a session of SMT-LIB commands, inside this process. */
public final class Z3Script implements SmtSession {
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
        try (var _ = Watch.over(limit, () -> Z3Script.interrupt(context))) {
            return Native.evalSmtlib2String(context, commands);
        } catch (Z3Exception e) {
            if (limit.isReached()) return "unknown";
            throw e;
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
