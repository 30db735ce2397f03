package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A violation that another order of the trace may show, described by the steps it is about. */
sealed interface Claim {
    /** The steps it is about, in the order in which a report names them. */
    List<StepNode> points();

    /** The last steps that the violation needs of their threads: no later step of these threads matters. */
    List<StepNode> lasts();

    /** The truth value that the violation occurs at the end of a prefix (section 5, PRP). */
    int term(PrefixFormula formula);

    /** The assertion that is the {@code index}th event of the step fails. */
    record Assertion(StepNode node, int index, FailedCondition failure) implements Claim {
        @Override
        public List<StepNode> points() {
            return List.of(node);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula formula) {
            return formula.failsAlone(node, index);
        }
    }

    /**
     * The branch that is the {@code index}th event of the step goes the other way.
     *
     * @param after a step of another thread that has gone its recorded way before, if one must have
     */
    record Flip(StepNode node, int index, Optional<StepNode> after) implements Claim {
        @Override
        public List<StepNode> points() {
            return after.map(other -> List.of(node, other)).orElse(List.of(node));
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(node);
        }

        @Override
        public int term(PrefixFormula formula) {
            int flips = formula.flips(node, index);
            return after.map(other -> formula.pool().and(flips, formula.passes(other), formula.before(other, node)))
                    .orElse(flips);
        }
    }

    /** Two threads stand before conflicting accesses. */
    record Race(StepNode first, StepNode second) implements Claim {
        @Override
        public List<StepNode> points() {
            return List.of(first, second);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula formula) {
            return allStandBefore(formula, points());
        }
    }

    /** A remote access comes between two of one transaction (section 5.1). */
    record Broken(StepNode first, StepNode remote, StepNode second, String pattern) implements Claim {
        @Override
        public List<StepNode> points() {
            return List.of(first, remote, second);
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(second);
        }

        @Override
        public int term(PrefixFormula formula) {
            TermPool pool = formula.pool();
            if (formula.slice().isBefore(remote) || formula.slice().isBefore(first)) return TermPool.FALSE;
            return pool.and(
                    formula.allFineBefore(second),
                    formula.executed(second),
                    formula.executed(remote),
                    formula.before(first, remote),
                    formula.before(remote, second));
        }
    }

    /** Each thread waits for a lock that the next one holds. */
    record Cycle(List<StepNode> points) implements Claim {
        public Cycle {
            points = List.copyOf(points);
        }

        @Override
        public List<StepNode> lasts() {
            return points;
        }

        @Override
        public int term(PrefixFormula formula) {
            return allStandBefore(formula, points);
        }
    }

    /**
     * Nobody can move, for whatever reason.
     *
     * @param points the steps before which threads wait; empty until a model has told them
     * @param known deadlocks that were found already and do not count again, as threads and the places where they wait
     */
    record Stuck(StuckStates.Scope scope, List<StepNode> points, List<List<ThreadPlace>> known) implements Claim {
        public Stuck {
            points = List.copyOf(points);
            known = List.copyOf(known);
        }

        /** The same claim with the steps that a model has told. */
        Stuck at(List<StepNode> found) {
            return new Stuck(scope, found, known);
        }

        @Override
        public List<StepNode> lasts() {
            return List.of();
        }

        @Override
        public int term(PrefixFormula formula) {
            int term = formula.pool().and(formula.allFine(), formula.stuck().term(scope));
            for (List<ThreadPlace> places : known) {
                term = formula.pool().and(term, -formula.stuck().waitAt(places));
            }
            return term;
        }
    }

    /** A lock is destroyed while it is held. */
    record DestroyedHeld(StepNode destroy, CriticalSection section) implements Claim {
        @Override
        public List<StepNode> points() {
            var points = new ArrayList<>(List.of(destroy, section.acquire()));
            StepNode release = section.release();
            if (release != null) points.add(release);
            return points;
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(destroy);
        }

        @Override
        public int term(PrefixFormula formula) {
            StepNode release = section.release();
            int released = release == null ? TermPool.FALSE : formula.executed(release);
            return formula.pool()
                    .and(
                            formula.allFine(),
                            formula.noMisuse(),
                            formula.standsBefore(destroy),
                            formula.executed(section.acquire()),
                            -released);
        }
    }

    /** A tried lock is unlocked, or waited with, by a thread that does not hold it, or destroyed while it is held. */
    record Misused(StepNode node) implements Claim {
        @Override
        public List<StepNode> points() {
            return List.of(node);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula formula) {
            return formula.pool().and(formula.allFine(), formula.noMisuse(), formula.standsBeforeMisuse(node));
        }
    }

    /** A synchronisation object is used after it was destroyed. */
    record UsedDestroyed(StepNode destroy, StepNode use) implements Claim {
        @Override
        public List<StepNode> points() {
            return List.of(destroy, use);
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(use);
        }

        @Override
        public int term(PrefixFormula formula) {
            return formula.pool()
                    .and(formula.allFine(), formula.noMisuse(), formula.executed(destroy), formula.standsBefore(use));
        }
    }

    private static int allStandBefore(PrefixFormula formula, List<StepNode> nodes) {
        int all = formula.allFine();
        for (StepNode node : nodes) all = formula.pool().and(all, formula.standsBefore(node));
        return all;
    }

    default int earliest() {
        return points().stream().mapToInt(StepNode::number).min().orElseThrow();
    }

    default int latest() {
        return points().stream().mapToInt(StepNode::number).max().orElseThrow();
    }
}
