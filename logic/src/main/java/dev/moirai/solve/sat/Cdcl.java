package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;

import dev.moirai.solve.Limit;
import java.util.Arrays;

/** Conflict-driven clause learning: propagate, learn, go back, restart, forget, decide. */
public final class Cdcl implements SatSolver {
    private static final double STABLE_DECAY = 0.95;
    private static final int REDUCTION_STEP = 300;

    private final ActivityHeap heap = new ActivityHeap();
    private final MoveToFrontQueue queue = new MoveToFrontQueue();
    private final Trail trail = new Trail(heap, queue);
    private final Watches watches = new Watches();
    private final Propagation propagation = new Propagation(trail, watches);
    private final OrderTheory orders = new OrderTheory(trail);
    private final Analysis analysis = new Analysis(trail, orders);
    private final Database database = new Database(trail, watches);
    private final Restarts restarts = new Restarts();
    private final Phases phases = new Phases(trail);
    private final ProofListener proof;

    private int variables;
    private long clauses;
    private long conflicts;
    private long nextReduction = REDUCTION_STEP;
    private long reductions;
    private long lastConflict;
    private long lastPropagation;
    private boolean contradictory;
    private byte[] model = new byte[0];
    private final IntStack failed = new IntStack(16);
    private int[] assumed = new int[0];
    private String reason = "";
    private int[] buffer = new int[16];
    private byte[] inBuffer = new byte[32];
    private long[] bumpOrder = new long[64];

    public Cdcl() {
        this(ProofListener.NONE);
    }

    public Cdcl(ProofListener proof) {
        this.proof = proof;
    }

    private static int internal(int dimacs) {
        return dimacs > 0 ? 2 * (dimacs - 1) : 2 * (-dimacs - 1) + 1;
    }

    private static int dimacs(int literal) {
        return (literal & 1) == 0 ? (literal >> 1) + 1 : -(literal >> 1) - 1;
    }

    @Override
    public int newVariable() {
        int variable = variables++;
        trail.addVariable(variable);
        watches.addVariable(variable);
        analysis.addVariable(variable);
        phases.addVariable(variable);
        if (2 * variables > inBuffer.length) inBuffer = Arrays.copyOf(inBuffer, 4 * variables);
        return variables;
    }

    @Override
    public void add(int[] literals, int length) {
        clauses++;
        if (contradictory) return;
        if (length > buffer.length) buffer = new int[2 * length];
        int size = 0;
        boolean redundant = false;
        boolean shortened = false;
        for (int i = 0; i < length; i++) {
            int literal = internal(literals[i]);
            byte value = trail.values[literal];
            if (value > 0 || inBuffer[literal ^ 1] != 0) {
                redundant = true;
                break;
            }
            if (value < 0) shortened = true;
            if (value < 0 || inBuffer[literal] != 0) continue;
            inBuffer[literal] = 1;
            buffer[size++] = literal;
        }
        for (int i = 0; i < size; i++) inBuffer[buffer[i]] = 0;
        if (redundant) return;
        if (shortened) tell(buffer, size);
        switch (size) {
            case 0 -> contradiction();
            case 1 -> {
                trail.assign(buffer[0], NO_CLAUSE);
                if (propagation.run(database.arena) != NO_CLAUSE) contradiction();
            }
            default -> database.add(buffer, size, false, 0);
        }
    }

    @Override
    public boolean knowsOrders() {
        return true;
    }

    @Override
    public void before(int literal, int first, int second) {
        orders.add(ordered(literal), first, second);
    }

    @Override
    public void sees(int literal, int writer, int reader, int place) {
        orders.addView(ordered(literal), writer, reader, place);
    }

    @Override
    public void writes(int literal, int writer, int place) {
        orders.addWrite(ordered(literal), writer, place);
    }

    private static int ordered(int literal) {
        return literal == 0 ? OrderTheory.ALWAYS : internal(literal);
    }

    @Override
    public void suggest(int literal) {
        trail.saved[internal(literal) >> 1] = (byte) (internal(literal) & 1);
    }

    private void contradiction() {
        if (!contradictory) tell(buffer, 0);
        contradictory = true;
    }

    private void tell(int[] literals, int size) {
        if (proof == ProofListener.NONE) return;
        int[] clause = new int[size];
        for (int i = 0; i < size; i++) clause[i] = dimacs(literals[i]);
        proof.derived(clause, size);
    }

    @Override
    public Result solve(Limit limit, int... assumptions) {
        return solve(limit, Effort.BOUNDLESS, assumptions);
    }

    /** Answers {@link Result#UNKNOWN} when the effort is spent, besides when the limit is reached. */
    public Result solve(Limit limit, Effort effort, int... assumptions) {
        failed.size = 0;
        lastConflict = conflicts + effort.conflicts();
        lastPropagation = propagation.propagations + effort.propagations();
        assumed = new int[assumptions.length];
        for (int i = 0; i < assumptions.length; i++) assumed[i] = internal(assumptions[i]);
        phases.begin();
        Result result = search(limit);
        if (result == Result.SATISFIABLE) model = Arrays.copyOf(trail.values, 2 * variables);
        trail.backtrack(0);
        return result;
    }

    private Result search(Limit limit) {
        int untilPoll = 0;
        while (true) {
            if (contradictory) return Result.UNSATISFIABLE;
            int conflict = propagate();
            if (conflict != NO_CLAUSE) {
                conflicts++;
                untilPoll -= 20;
                if (trail.currentLevel() == 0) contradiction();
                else learn(conflict);
                continue;
            }
            if (--untilPoll < 0) {
                // Where the orders are large, a thousand decisions take seconds.
                untilPoll = 250;
                if (limit.isReached()) {
                    reason = limit.reason();
                    return Result.UNKNOWN;
                }
            }
            if (conflicts >= lastConflict || propagation.propagations >= lastPropagation) {
                reason = "effort spent";
                return Result.UNKNOWN;
            }
            if (restarts.isDue(conflicts)) {
                phases.restart(restarts.isStable(), conflicts);
                trail.backtrack(Math.min(assumed.length, trail.currentLevel()));
            }
            if (conflicts >= nextReduction) {
                trail.backtrack(0);
                reductions++;
                // A reduction looks at every clause, so large formulas are reduced less often.
                double size = Math.max(1, Math.log10(clauses / 1e4));
                nextReduction = conflicts + (long) (REDUCTION_STEP * size * (reductions + 1));
                database.reduce();
            }
            if (!decide()) {
                return failed.size > 0 || contradictory ? Result.UNSATISFIABLE : Result.SATISFIABLE;
            }
        }
    }

    /** Propagates clauses first, because they are cheap, then orders, and repeats while the orders decide something. */
    private int propagate() {
        while (true) {
            int conflict = propagation.run(database.arena);
            if (conflict != NO_CLAUSE) return conflict;
            conflict = orders.propagate(database.arena);
            if (conflict != NO_CLAUSE || trail.propagated == trail.literals.size) return conflict;
        }
    }

    private void learn(int conflict) {
        int level = analysis.learn(database.arena, conflict);
        int[] learnt = analysis.learnt.data;
        int size = analysis.learnt.size;
        tell(learnt, size);
        bump();
        phases.conflict();
        trail.backtrack(level);
        int because = size == 1 ? NO_CLAUSE : database.add(learnt, size, true, analysis.glue);
        trail.assign(learnt[0], because);
        restarts.conflict(analysis.glue);
    }

    private void bump() {
        int count = analysis.involved.size;
        int[] involved = analysis.involved.data;
        if (restarts.isStable()) {
            for (int i = 0; i < count; i++) heap.bump(involved[i]);
            heap.decay(STABLE_DECAY);
            return;
        }
        // Bumped in the order they had, so that variables keep their relative positions.
        if (bumpOrder.length < count) bumpOrder = new long[2 * count];
        for (int i = 0; i < count; i++) bumpOrder[i] = queue.stamp(involved[i]) << 28 | involved[i];
        Arrays.sort(bumpOrder, 0, count);
        for (int i = 0; i < count; i++) queue.bump((int) (bumpOrder[i] & (1 << 28) - 1));
    }

    /**
     * Makes the next decision; false when there is none to make: all variables are assigned, or an assumption failed.
     */
    private boolean decide() {
        while (trail.currentLevel() < assumed.length) {
            int literal = assumed[trail.currentLevel()];
            byte value = trail.values[literal];
            if (value < 0) {
                failed.push(literal);
                analysis.failedAssumptions(database.arena, literal, failed);
                return false;
            }
            if (value == 0) {
                trail.decide(literal);
                return true;
            }
            trail.starts.push(trail.literals.size);
        }
        if (trail.literals.size == variables) return false;
        int variable;
        if (restarts.isStable()) {
            do variable = heap.removeBest();
            while (trail.values[2 * variable] != 0);
        } else {
            variable = queue.best(trail.values);
        }
        trail.decide(2 * variable + phases.sign(variable, restarts.isStable()));
        return true;
    }

    @Override
    public boolean isTrue(int variable) {
        return variable <= model.length / 2 && model[2 * (variable - 1)] > 0;
    }

    @Override
    public boolean isFailed(int assumption) {
        int literal = internal(assumption);
        for (int i = 0; i < failed.size; i++) if (failed.data[i] == literal) return true;
        return false;
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
        return conflicts;
    }

    @Override
    public void close() {}
}
