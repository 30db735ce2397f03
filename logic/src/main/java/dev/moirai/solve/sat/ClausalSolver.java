package dev.moirai.solve.sat;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.OutOfTime;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.SolverStatistics;
import dev.moirai.solve.blast.Blaster;
import dev.moirai.solve.blast.Cnf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Booleans and bit-vectors by bit-blasting, in front of any SAT solver. */
public final class ClausalSolver implements Solver {
    private final String name;
    private final TermPool pool;
    private final SatSolver sat;
    private final Blaster blaster;
    private final Cnf cnf;
    private final Map<Integer, Long> suggestions = new HashMap<>();

    public ClausalSolver(String name, TermPool pool, SatSolver sat) {
        this.name = name;
        this.pool = pool;
        this.sat = sat;
        this.blaster = new Blaster(pool);
        this.cnf = new Cnf(blaster.gates(), sat);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TermPool pool() {
        return pool;
    }

    @Override
    public void add(int term) {
        cnf.assertTrue(blaster.gate(term));
    }

    @Override
    public void add(Precedence precedence) {
        if (!sat.knowsOrders()) {
            add(precedence.clocks(pool));
            return;
        }
        for (int edge = 0; edge < precedence.edges(); edge++) {
            int gate = blaster.gate(precedence.literal(edge));
            if (gate != TermPool.FALSE) sat.before(literal(gate), precedence.first(edge), precedence.second(edge));
        }
        for (Precedence.View view : precedence.views()) {
            int gate = blaster.gate(view.literal());
            if (gate != TermPool.FALSE) sat.sees(literal(gate), view.writer(), view.reader(), view.place());
        }
        for (Precedence.Write write : precedence.writes()) {
            int gate = blaster.gate(write.literal());
            if (gate != TermPool.FALSE) sat.writes(literal(gate), write.thing(), write.place());
        }
    }

    /** A literal that is true whenever the gate is: the clauses only say what follows from a literal. */
    private int literal(int gate) {
        return gate == TermPool.TRUE ? 0 : -cnf.assumable(-gate);
    }

    @Override
    public void suggest(int variable, long value) {
        suggestions.put(variable, value);
    }

    /**
     * Passes on the value that every gate has under the suggested values, so that the first descent meets no needless
     * conflict.
     */
    private void passOnSuggestions() {
        if (suggestions.isEmpty()) return;
        var inputs = new HashMap<Integer, Long>();
        suggestions.forEach((variable, value) -> {
            int[] bits = pool.isBool(variable) ? new int[] {blaster.gate(variable)} : blaster.vector(variable);
            for (int i = 0; i < bits.length; i++) inputs.put(bits[i], value >>> i & 1);
        });
        suggestions.clear();
        TermPool gates = blaster.gates();
        var evaluator = new Evaluator(gates, input -> inputs.getOrDefault(input, 0L));
        for (int gate = 1; gate < gates.size(); gate++) {
            int variable = cnf.variableOf(gate);
            if (variable != 0) sat.suggest(evaluator.isTrue(gate) ? variable : -variable);
        }
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        if (limit.isReached()) return new Satisfiability.Unknown(limit.reason());
        int[] literals;
        try {
            literals = pool.until(limit::isReached, () -> literals(assumptions));
        } catch (OutOfTime _) {
            return new Satisfiability.Unknown(limit.reason());
        }
        return switch (sat.solve(limit, literals)) {
            case SATISFIABLE -> new Satisfiability.Sat(model());
            case UNSATISFIABLE -> new Satisfiability.Unsat(core(assumptions, literals));
            case UNKNOWN -> new Satisfiability.Unknown(sat.reason());
        };
    }

    private int[] literals(int[] assumptions) {
        int[] literals = new int[assumptions.length];
        for (int i = 0; i < literals.length; i++) literals[i] = cnf.assumable(blaster.gate(assumptions[i]));
        passOnSuggestions();
        return literals;
    }

    private Model model() {
        return Model.of(blaster.variables(), variable -> {
            if (pool.isBool(variable)) return bit(blaster.gate(variable));
            int[] bits = blaster.vector(variable);
            long value = 0;
            for (int i = 0; i < bits.length; i++) value |= bit(bits[i]) << i;
            return value;
        });
    }

    private long bit(int input) {
        int variable = cnf.variableOf(input);
        return variable != 0 && sat.isTrue(variable) ? 1 : 0;
    }

    private List<Integer> core(int[] assumptions, int[] literals) {
        List<Integer> core = new ArrayList<>();
        for (int i = 0; i < assumptions.length; i++) {
            if (sat.isFailed(literals[i]) && !core.contains(assumptions[i])) core.add(assumptions[i]);
        }
        return core;
    }

    @Override
    public SolverStatistics statistics() {
        return new SolverStatistics(sat.variables(), sat.clauses(), sat.conflicts());
    }

    @Override
    public void close() {
        sat.close();
    }
}
