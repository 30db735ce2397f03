package dev.moirai.rely.recurrence;

import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.rely.recurrence.Round.Cell;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A closed recurrence set (Gupta, Henzinger, Majumdar, Rybalchenko, Xu, POPL 2008; Chen et al., TACAS 2014): states
 * from each of which a round is possible and leads to another of them. It is a conjunction of simple facts that hold
 * when the round is first run (a cell's value, its lowest bits, bounds, orders between cells, the guards of the round).
 * Facts that the round does not preserve are dropped until the rest preserve each other (Houdini); they must then imply
 * the guards. Machine integers are bit-vectors here: a value that wraps around has a recurrence set, a signed number
 * that grows for ever has none.
 *
 * @param words what the set says, for a person; empty if it contains all states
 */
public record RecurrenceSet(List<String> words) {
    private static final int MOST_CELLS = 24;
    private static final int LOW_BITS = 4;

    public RecurrenceSet {
        words = List.copyOf(words);
    }

    /** A fact before a round and the same fact after it. */
    private record Fact(int before, int after, String words) {}

    /** The set around the state in which the round was run. @param next the same round, in variables of its own */
    static Optional<RecurrenceSet> of(TermPool pool, Round round, Round next, Limit limit) {
        if (round.cells().size() > MOST_CELLS) return Optional.empty();
        List<Fact> facts;
        try (var work = new Work(pool, round, next, limit, Solvers.standard(pool))) {
            facts = work.kept(new Candidates(pool, round, next).facts);
            if (!work.isClosed(facts)) return Optional.empty();
            facts = work.needed(facts);
        }
        try (var second = new Work(pool, round, next, Limit.none(), Solvers.named("bitwuzla", pool))) {
            if (!second.isClosed(facts)) throw new IllegalStateException("solvers disagree about a recurrence set");
        }
        return Optional.of(new RecurrenceSet(facts.stream().map(Fact::words).toList()));
    }

    /** The facts that the set may consist of: all hold before the first round. */
    private static final class Candidates {
        private final TermPool pool;
        private final List<Fact> facts = new ArrayList<>();

        Candidates(TermPool pool, Round round, Round next) {
            this.pool = pool;
            List<Cell> cells = round.cells();
            for (int i = 0; i < cells.size(); i++)
                alone(cells.get(i), next.cells().get(i));
            for (int i = 0; i < cells.size(); i++) {
                for (int j = 0; j < cells.size(); j++) {
                    if (i != j)
                        pair(
                                cells.get(i),
                                cells.get(j),
                                next.cells().get(i),
                                next.cells().get(j));
                }
            }
            for (int i = 0; i < round.guards().size(); i++) {
                facts.add(new Fact(
                        round.guards().get(i).term(),
                        next.guards().get(i).term(),
                        "line " + round.guards().get(i).line() + " goes on the same way"));
            }
        }

        private void alone(Cell cell, Cell after) {
            if (pool.isBool(cell.before())) {
                boolean holds = cell.value() != 0;
                String words = cell.name() + " is " + (holds ? "true" : "false");
                facts.add(new Fact(
                        holds ? cell.before() : -cell.before(), holds ? after.before() : -after.before(), words));
                return;
            }
            int width = pool.width(cell.before());
            int value = pool.bv(cell.value(), width);
            int a = cell.before();
            int b = after.before();
            // The order in which facts are dropped when others suffice.
            long signed = cell.value() << (64 - width) >> (64 - width);
            facts.add(new Fact(pool.eq(a, value), pool.eq(b, value), cell.name() + " = " + signed));
            if (cell.type() instanceof Type.Pointer) return;
            facts.add(new Fact(pool.sle(value, a), pool.sle(value, b), cell.name() + " >= " + signed));
            facts.add(new Fact(pool.sle(a, value), pool.sle(b, value), cell.name() + " <= " + signed));
            String unsigned = Long.toUnsignedString(width == 64 ? cell.value() : cell.value() & (1L << width) - 1);
            facts.add(new Fact(pool.ule(value, a), pool.ule(value, b), cell.name() + " >= " + unsigned + ", unsigned"));
            facts.add(new Fact(pool.ule(a, value), pool.ule(b, value), cell.name() + " <= " + unsigned + ", unsigned"));
            for (int bits = Math.min(LOW_BITS, width - 1); bits >= 1; bits--) {
                int low = pool.extract(value, bits - 1, 0);
                long rest = cell.value() & (1L << bits) - 1;
                facts.add(new Fact(
                        pool.eq(pool.extract(a, bits - 1, 0), low),
                        pool.eq(pool.extract(b, bits - 1, 0), low),
                        cell.name() + " = " + rest + " modulo " + (1L << bits)));
            }
        }

        private void pair(Cell one, Cell other, Cell oneAfter, Cell otherAfter) {
            if (pool.isBool(one.before()) || pool.isBool(other.before())) return;
            if (pool.width(one.before()) != pool.width(other.before()) || one.type() instanceof Type.Pointer) return;
            int shift = 64 - pool.width(one.before());
            if (one.value() << shift <= other.value() << shift) {
                facts.add(new Fact(
                        pool.sle(one.before(), other.before()),
                        pool.sle(oneAfter.before(), otherAfter.before()),
                        one.name() + " <= " + other.name()));
            }
        }
    }

    /** The questions about sets of facts, asked of one solver. */
    private static final class Work implements AutoCloseable {
        private final Solver solver;
        private final Limit limit;
        private final Round round;

        Work(TermPool pool, Round round, Round next, Limit limit, Solver solver) {
            this.solver = solver;
            this.limit = limit;
            this.round = round;
            for (int i = 0; i < round.cells().size(); i++) {
                int after = round.cells().get(i).after();
                solver.add(pool.eq(next.cells().get(i).before(), after));
            }
        }

        private boolean implies(List<Fact> facts, int conclusion) {
            var assumed = new int[facts.size() + 1];
            for (int i = 0; i < facts.size(); i++) assumed[i] = facts.get(i).before();
            assumed[facts.size()] = -conclusion;
            return solver.check(limit, assumed) instanceof Satisfiability.Unsat;
        }

        /** The largest subset of the facts that a round preserves. */
        List<Fact> kept(List<Fact> facts) {
            List<Fact> left = facts;
            while (!limit.isReached()) {
                List<Fact> now = left;
                List<Fact> kept =
                        now.stream().filter(fact -> implies(now, fact.after())).toList();
                if (kept.size() == now.size()) return kept;
                left = kept;
            }
            return List.of();
        }

        /** Whether from each state with these facts the round is possible and preserves them. */
        boolean isClosed(List<Fact> facts) {
            return round.guards().stream().allMatch(guard -> implies(facts, guard.term()))
                    && facts.stream().allMatch(fact -> implies(facts, fact.after()));
        }

        /** As few of the facts as suffice. */
        List<Fact> needed(List<Fact> facts) {
            var needed = new ArrayList<>(facts);
            for (Fact fact : facts) {
                var without = new ArrayList<>(needed);
                without.remove(fact);
                if (isClosed(without)) needed = without;
            }
            return needed;
        }

        @Override
        public void close() {
            solver.close();
        }
    }
}
