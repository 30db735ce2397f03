package dev.moirai.solve.embedded;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.moirai.solve.Limit;
import dev.moirai.solve.Natives;
import dev.moirai.solve.Watch;
import dev.moirai.solve.sat.SatSolver;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Optional;

/**
 * CaDiCaL 2.1 (Biere and others, CAV 2024), which Bitwuzla's library contains and whose C interface it exports. It is given our own
 * clauses: they are about half as hard for it as those that Bitwuzla makes of the same terms (docs/solvers.md). A literal costs some
 * nanoseconds to hand over.
 *
 * <p>CaDiCaL ends the process when it is used against its rules, so values are fetched right after an answer, and the answer decides
 * what may be asked.
 */
public final class CadicalSat implements SatSolver {
    private static final int SATISFIABLE_CODE = 10;
    private static final int UNSATISFIABLE_CODE = 20;

    /** The native functions, looked up when the first solver is made. */
    private static final class Functions {
        private static final SymbolLookup SYMBOLS = Natives.symbols(BitwuzlaSolver.LIBRARY);
        static final MethodHandle INIT = find("ccadical_init", FunctionDescriptor.of(ADDRESS));
        static final MethodHandle RELEASE = find("ccadical_release", FunctionDescriptor.ofVoid(ADDRESS));
        static final MethodHandle ADD = find("ccadical_add", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
        static final MethodHandle ASSUME = find("ccadical_assume", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
        static final MethodHandle SOLVE = find("ccadical_solve", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        static final MethodHandle TERMINATE = find("ccadical_terminate", FunctionDescriptor.ofVoid(ADDRESS));
        static final MethodHandle VAL = find("ccadical_val", withLiteral(JAVA_INT));
        static final MethodHandle FAILED = find("ccadical_failed", withLiteral(JAVA_INT));

        private Functions() {}

        private static FunctionDescriptor withLiteral(MemoryLayout result) {
            return FunctionDescriptor.of(result, ADDRESS, JAVA_INT);
        }

        private static MethodHandle find(String name, FunctionDescriptor type) {
            return Linker.nativeLinker().downcallHandle(SYMBOLS.findOrThrow(name), type);
        }
    }

    private final MemorySegment solver;
    private final BitSet model = new BitSet();
    private final BitSet failed = new BitSet();
    private int variables;
    private long clauses;
    private String reason = "";
    private boolean closed;

    /** Why CaDiCaL cannot be used here, if it cannot. */
    public static Optional<String> unavailable() {
        return BitwuzlaSolver.unavailable();
    }

    public CadicalSat() {
        solver = call(() -> (MemorySegment) Functions.INIT.invokeExact());
    }

    private interface NativeCall<T> {
        T run() throws Throwable;
    }

    private static <T> T call(NativeCall<T> nativeCall) {
        try {
            return nativeCall.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cadical: " + e.getMessage(), e);
        }
    }

    @Override
    public int newVariable() {
        return ++variables;
    }

    @Override
    public void add(int[] literals, int length) {
        try {
            for (int i = 0; i < length; i++) Functions.ADD.invokeExact(solver, literals[i]);
            Functions.ADD.invokeExact(solver, 0);
        } catch (Throwable e) {
            throw new IllegalStateException("cadical: " + e.getMessage(), e);
        }
        clauses++;
    }

    @Override
    public Result solve(Limit limit, int... assumptions) {
        int code;
        try (var _ = Watch.over(limit, this::terminate)) {
            code = call(() -> {
                for (int assumption : assumptions) Functions.ASSUME.invokeExact(solver, assumption);
                return (int) Functions.SOLVE.invokeExact(solver);
            });
        }
        switch (code) {
            case SATISFIABLE_CODE -> {
                model.clear();
                for (int variable = 1; variable <= variables; variable++) {
                    if (ask(Functions.VAL, variable) > 0) model.set(variable);
                }
                return Result.SATISFIABLE;
            }
            case UNSATISFIABLE_CODE -> {
                failed.clear();
                for (int assumption : assumptions) {
                    if (ask(Functions.FAILED, assumption) != 0) failed.set(index(assumption));
                }
                return Result.UNSATISFIABLE;
            }
            default -> {
                reason = limit.isReached() ? limit.reason() : "cadical gave up";
                return Result.UNKNOWN;
            }
        }
    }

    private int ask(MethodHandle question, int literal) {
        try {
            return (int) question.invokeExact(solver, literal);
        } catch (Throwable e) {
            throw new IllegalStateException("cadical: " + e.getMessage(), e);
        }
    }

    private void terminate() {
        call(() -> {
            Functions.TERMINATE.invokeExact(solver);
            return true;
        });
    }

    private static int index(int literal) {
        return literal > 0 ? 2 * literal : -2 * literal + 1;
    }

    @Override
    public boolean isTrue(int variable) {
        return model.get(variable);
    }

    @Override
    public boolean isFailed(int assumption) {
        return failed.get(index(assumption));
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public int variables() {
        return variables;
    }

    @Override
    public long clauses() {
        return clauses;
    }

    @Override
    public long conflicts() {
        return 0;
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        call(() -> {
            Functions.RELEASE.invokeExact(solver);
            return true;
        });
    }
}
