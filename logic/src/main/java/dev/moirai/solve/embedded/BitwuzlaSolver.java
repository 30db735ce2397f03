package dev.moirai.solve.embedded;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Natives;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.SolverStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sosy_lab.java_smt.solvers.bitwuzla.api.BitwuzlaNativeJNI;
import org.sosy_lab.java_smt.solvers.bitwuzla.api.Result;
import org.sosy_lab.java_smt.solvers.bitwuzla.api.Terminator;

/**
 * Bitwuzla (Niemetz and Preiner, CAV 2023) with CaDiCaL inside, for booleans and bit-vectors. It is called through the
 * JNI layer below its Java classes: those register every object in one synchronised list, which costs more than the
 * call.
 */
public final class BitwuzlaSolver implements Solver {
    static final String LIBRARY = "libbitwuzlaj.so";

    private final TermPool pool;
    private final BitwuzlaTerms terms;
    private final long bitwuzla;
    private final LimitTerminator terminator;
    private Optional<String> broken = Optional.empty();
    private boolean closed;

    /** Why Bitwuzla cannot be used here, if it cannot. */
    public static Optional<String> unavailable() {
        return Natives.load(LIBRARY);
    }

    /** @throws IllegalStateException if Bitwuzla is {@linkplain #unavailable() unavailable} */
    public BitwuzlaSolver(TermPool pool) {
        unavailable().ifPresent(reason -> {
            throw new IllegalStateException("bitwuzla: " + reason);
        });
        this.pool = pool;
        this.terms = new BitwuzlaTerms(pool);
        long options = BitwuzlaNativeJNI.new_Options__SWIG_0();
        BitwuzlaNativeJNI.Options_set__SWIG_1(options, null, "produce-models", "true");
        BitwuzlaNativeJNI.Options_set__SWIG_1(options, null, "produce-unsat-assumptions", "true");
        this.bitwuzla = BitwuzlaNativeJNI.new_Bitwuzla__SWIG_0(terms.manager(), null, options, null);
        BitwuzlaNativeJNI.delete_Options(options);
        this.terminator = new LimitTerminator();
        terminator.configure(bitwuzla);
    }

    /** Asked by Bitwuzla now and then whether to give up. */
    private static final class LimitTerminator extends Terminator {
        private volatile Limit limit = Limit.none();

        void configure(long bitwuzla) {
            BitwuzlaNativeJNI.Bitwuzla_configure_terminator(bitwuzla, null, getCPtr(this), this);
        }

        @Override
        public boolean terminate() {
            return limit.isReached();
        }
    }

    @Override
    public String name() {
        return "bitwuzla";
    }

    @Override
    public TermPool pool() {
        return pool;
    }

    @Override
    public void add(int term) {
        if (broken.isPresent()) return;
        try {
            BitwuzlaNativeJNI.Bitwuzla_assert_formula(bitwuzla, null, terms.of(term), null);
        } catch (IllegalArgumentException e) {
            broken = Optional.of("bitwuzla: " + e.getMessage());
        }
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        if (broken.isPresent()) return new Satisfiability.Unknown(broken.get());
        if (limit.isReached()) return new Satisfiability.Unknown(limit.reason());
        terminator.limit = limit;
        long vector = BitwuzlaNativeJNI.new_Vector_Term__SWIG_0();
        try {
            for (int assumption : assumptions) {
                BitwuzlaNativeJNI.Vector_Term_doAdd__SWIG_0(vector, null, terms.of(assumption), null);
            }
            int result = BitwuzlaNativeJNI.Bitwuzla_check_sat__SWIG_0(bitwuzla, null, vector, null);
            if (result == Result.SAT.swigValue()) return new Satisfiability.Sat(model());
            if (result == Result.UNSAT.swigValue()) return new Satisfiability.Unsat(core(assumptions));
            return new Satisfiability.Unknown(limit.isReached() ? limit.reason() : "bitwuzla gave up");
        } catch (IllegalArgumentException e) {
            return new Satisfiability.Unknown("bitwuzla: " + e.getMessage());
        } finally {
            BitwuzlaNativeJNI.delete_Vector_Term(vector);
            terminator.limit = Limit.none();
        }
    }

    private Model model() {
        return Model.of(terms.variables(), variable -> {
            long value = BitwuzlaNativeJNI.Bitwuzla_get_value(bitwuzla, null, terms.of(variable), null);
            try {
                if (pool.isBool(variable)) return BitwuzlaNativeJNI.Term_to_bool(value, null) ? 1 : 0;
                return Long.parseUnsignedLong(BitwuzlaNativeJNI.Term_to_bv(value, null), 2);
            } finally {
                BitwuzlaNativeJNI.delete_Term(value);
            }
        });
    }

    private List<Integer> core(int[] assumptions) {
        long vector = BitwuzlaNativeJNI.Bitwuzla_get_unsat_assumptions(bitwuzla, null);
        try {
            int size = BitwuzlaNativeJNI.Vector_Term_doSize(vector, null);
            List<Integer> core = new ArrayList<>();
            for (int assumption : assumptions) {
                int id = BitwuzlaNativeJNI.Term_id(terms.of(assumption), null);
                for (int i = 0; i < size; i++) {
                    // The vector owns its elements.
                    long element = BitwuzlaNativeJNI.Vector_Term_doGet(vector, null, i);
                    if (BitwuzlaNativeJNI.Term_id(element, null) == id && !core.contains(assumption)) {
                        core.add(assumption);
                    }
                }
            }
            return core;
        } finally {
            BitwuzlaNativeJNI.delete_Vector_Term(vector);
        }
    }

    @Override
    public SolverStatistics statistics() {
        return SolverStatistics.NONE;
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        BitwuzlaNativeJNI.delete_Bitwuzla(bitwuzla);
        terminator.delete();
        terms.close();
    }
}
