package dev.moirai.solve.sat;

import dev.moirai.solve.Limit;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs our own solver while a formula is easy, then hands over to another one. Most formulas of programs are decided
 * within a few hundred conflicts, before a native library is even loaded; the hard ones are worth its better search.
 * The effort before handing over is counted in conflicts and propagations, not in seconds, so that runs repeat.
 */
public final class RelaySat implements SatSolver {
    private final Cdcl first;
    private final Supplier<Optional<SatSolver>> makeSecond;
    private final Effort effort;
    private final ClauseList clauses = new ClauseList();
    private Optional<SatSolver> second = Optional.empty();
    private boolean asked;
    private boolean ordered;
    private int told;
    private int toldVariables;
    private SatSolver answering;
    /** Why nobody was asked after the first solver had spent its effort. */
    private Optional<String> stopped = Optional.empty();

    /** @param makeSecond asked at most once, and only when needed; empty if there is no second solver here */
    public RelaySat(Cdcl first, Effort effort, Supplier<Optional<SatSolver>> makeSecond) {
        this.first = first;
        this.effort = effort;
        this.makeSecond = makeSecond;
        this.answering = first;
    }

    @Override
    public int newVariable() {
        clauses.newVariable();
        return first.newVariable();
    }

    @Override
    public void add(int[] literals, int length) {
        clauses.add(literals, length);
        first.add(literals, length);
    }

    @Override
    public boolean knowsOrders() {
        return first.knowsOrders();
    }

    /**
     * From now on only the first solver answers: it alone has a theory of orders, which is worth more than raw speed.
     */
    @Override
    public void before(int literal, int edgeFrom, int edgeTo) {
        ordered = true;
        first.before(literal, edgeFrom, edgeTo);
    }

    @Override
    public void sees(int literal, int writer, int reader, int place) {
        ordered = true;
        first.sees(literal, writer, reader, place);
    }

    @Override
    public void writes(int literal, int writer, int place) {
        ordered = true;
        first.writes(literal, writer, place);
    }

    @Override
    public void suggest(int literal) {
        first.suggest(literal);
    }

    @Override
    public Result solve(Limit limit, int... assumptions) {
        answering = first;
        stopped = Optional.empty();
        if (ordered) return first.solve(limit, assumptions);
        Result result = first.solve(limit, effort, assumptions);
        if (result != Result.UNKNOWN) return result;
        if (limit.isReached()) {
            // The first solver may have spent its effort at the same time; the limit is what counts.
            stopped = Optional.of(limit.reason());
            return result;
        }
        Optional<SatSolver> other = informedSecond();
        if (other.isEmpty()) return first.solve(limit, assumptions);
        answering = other.get();
        return answering.solve(limit, assumptions);
    }

    private Optional<SatSolver> informedSecond() {
        if (!asked) {
            second = makeSecond.get();
            asked = true;
        }
        second.ifPresent(solver -> {
            for (; toldVariables < clauses.variables(); toldVariables++) solver.newVariable();
            told = clauses.replay(told, solver);
        });
        return second;
    }

    @Override
    public boolean isTrue(int variable) {
        return answering.isTrue(variable);
    }

    @Override
    public boolean isFailed(int assumption) {
        return answering.isFailed(assumption);
    }

    @Override
    public String reason() {
        return stopped.orElseGet(answering::reason);
    }

    @Override
    public int variables() {
        return clauses.variables();
    }

    @Override
    public long clauses() {
        return clauses.clauses();
    }

    @Override
    public long conflicts() {
        return first.conflicts() + second.map(SatSolver::conflicts).orElse(0L);
    }

    @Override
    public void close() {
        first.close();
        second.ifPresent(SatSolver::close);
    }
}
