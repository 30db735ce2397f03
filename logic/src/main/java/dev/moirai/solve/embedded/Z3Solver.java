package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Natives;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.SolverStatistics;
import dev.moirai.solve.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Z3 (de Moura and Bjørner, TACAS 2008). Decides integers, reals and arrays; slow on bit-vectors from programs, where it
 * serves as an independent opinion.
 */
public final class Z3Solver implements Solver {
    private static final int FALSE_RESULT = -1;
    private static final int TRUE_RESULT = 1;

    private final TermPool pool;
    private final long context;
    private final long solver;
    private final Z3Terms terms;
    private final Z3Values values;
    private Optional<String> broken = Optional.empty();
    private boolean closed;

    /** Why Z3 cannot be used here, if it cannot. */
    public static Optional<String> unavailable() {
        // Z3's own loader would search java.library.path.
        System.setProperty("z3.skipLibraryLoad", "true");
        return Natives.load("libz3.so").or(() -> Natives.load("libz3java.so"));
    }

    /** @throws IllegalStateException if Z3 is {@linkplain #unavailable() unavailable} */
    public Z3Solver(TermPool pool) {
        unavailable().ifPresent(reason -> {
            throw new IllegalStateException("z3: " + reason);
        });
        this.pool = pool;
        long configuration = Native.mkConfig();
        this.context = Native.mkContextRc(configuration);
        Native.delConfig(configuration);
        // The Java binding's handler turns the context's errors into exceptions.
        Native.setInternalErrorHandler(context);
        this.solver = Native.mkSolver(context);
        Native.solverIncRef(context, solver);
        leaveSignalsAlone();
        this.terms = new Z3Terms(pool, context);
        this.values = new Z3Values(pool, context, terms.variants());
    }

    /** Keeps Z3 from handling Ctrl-C, which is meant for the whole process. */
    private void leaveSignalsAlone() {
        long parameters = Native.mkParams(context);
        Native.paramsIncRef(context, parameters);
        Native.paramsSetBool(context, parameters, Native.mkStringSymbol(context, "ctrl_c"), false);
        Native.solverSetParams(context, solver, parameters);
        Native.paramsDecRef(context, parameters);
    }

    @Override
    public String name() {
        return "z3";
    }

    @Override
    public TermPool pool() {
        return pool;
    }

    @Override
    public void add(int term) {
        if (broken.isPresent()) return;
        try {
            Native.solverAssert(context, solver, terms.of(term));
        } catch (Z3Exception e) {
            broken = Optional.of("z3: " + e.getMessage());
        }
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        if (broken.isPresent()) return new Satisfiability.Unknown(broken.get());
        if (limit.isReached()) return new Satisfiability.Unknown(limit.reason());
        try {
            long[] literals = new long[assumptions.length];
            for (int i = 0; i < literals.length; i++) literals[i] = terms.of(assumptions[i]);
            int result;
            try (var _ = Watch.over(limit, () -> Native.solverInterrupt(context, solver))) {
                result = Native.solverCheckAssumptions(context, solver, literals.length, literals);
            }
            return switch (result) {
                case TRUE_RESULT -> new Satisfiability.Sat(model());
                case FALSE_RESULT -> new Satisfiability.Unsat(core(assumptions, literals));
                default ->
                    new Satisfiability.Unknown(
                            limit.isReached()
                                    ? limit.reason()
                                    : "z3: " + Native.solverGetReasonUnknown(context, solver));
            };
        } catch (Z3Exception e) {
            return new Satisfiability.Unknown(limit.isReached() ? limit.reason() : "z3: " + e.getMessage());
        }
    }

    private Model model() {
        long model = Native.solverGetModel(context, solver);
        Native.modelIncRef(context, model);
        try {
            return Model.of(terms.variables(), variable -> value(model, variable));
        } finally {
            Native.modelDecRef(context, model);
        }
    }

    private long value(long model, int variable) {
        var value = new Native.LongPtr();
        if (!Native.modelEval(context, model, terms.of(variable), true, value)) {
            throw new Z3Exception("no value for " + pool.name(variable));
        }
        Native.incRef(context, value.value);
        try {
            int sort = pool.width(variable);
            if (MathTerms.isMath(sort)) return values.name(model, value.value, sort);
            if (sort == 0) return Native.getBoolValue(context, value.value) == TRUE_RESULT ? 1 : 0;
            String digits = Native.getNumeralString(context, value.value);
            try {
                return Long.parseUnsignedLong(digits);
            } catch (NumberFormatException e) {
                throw new Z3Exception(pool.name(variable) + " = " + digits + " does not fit 64 bits");
            }
        } finally {
            Native.decRef(context, value.value);
        }
    }

    private List<Integer> core(int[] assumptions, long[] literals) {
        long vector = Native.solverGetUnsatCore(context, solver);
        Native.astVectorIncRef(context, vector);
        List<Integer> core = new ArrayList<>();
        for (int i = 0; i < Native.astVectorSize(context, vector); i++) {
            long literal = Native.astVectorGet(context, vector, i);
            for (int k = 0; k < literals.length; k++) {
                if (literals[k] == literal && !core.contains(assumptions[k])) core.add(assumptions[k]);
            }
        }
        Native.astVectorDecRef(context, vector);
        return core;
    }

    @Override
    public SolverStatistics statistics() {
        return SolverStatistics.NONE;
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        Native.solverDecRef(context, solver);
        Native.delContext(context);
    }
}
