package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.trace.InstrSite;
import java.util.ArrayList;
import java.util.List;

/** Something that may have gone wrong, told by steps of the trace. */
sealed interface Claim {
    Property property();

    /** The steps it is about, in the order they are told. */
    List<StepNode> points();

    /** Steps with which it has come about: their threads need not go on. */
    List<StepNode> lasts();

    /** That it comes about (section 5, PRP). */
    int term(PrefixFormula encoding);

    /** A condition of a step fails that is an assertion. */
    record Assertion(StepNode node, int index, Failures.Failure failure) implements Claim {
        @Override
        public Property property() {
            return Property.ASSERTION;
        }

        @Override
        public List<StepNode> points() {
            return List.of(node);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula encoding) {
            return encoding.failsAlone(node, index);
        }
    }

    /** Two threads stand before conflicting accesses. */
    record Race(StepNode first, StepNode second) implements Claim {
        @Override
        public Property property() {
            return Property.DATA_RACE;
        }

        @Override
        public List<StepNode> points() {
            return List.of(first, second);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula encoding) {
            return allStandBefore(encoding, points());
        }
    }

    /** A remote access comes between two of one transaction (section 5.1). */
    record Broken(StepNode first, StepNode remote, StepNode second, String pattern) implements Claim {
        @Override
        public Property property() {
            return Property.ATOMICITY;
        }

        @Override
        public List<StepNode> points() {
            return List.of(first, remote, second);
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(second);
        }

        @Override
        public int term(PrefixFormula encoding) {
            TermPool pool = encoding.pool();
            if (encoding.slice().isBefore(remote) || encoding.slice().isBefore(first)) return TermPool.FALSE;
            return pool.and(
                    encoding.allFineBefore(second),
                    encoding.executed(second),
                    encoding.executed(remote),
                    encoding.before(first, remote),
                    encoding.before(remote, second));
        }
    }

    /** Each thread waits for a lock that the next one holds. */
    record Cycle(List<StepNode> points) implements Claim {
        public Cycle {
            points = List.copyOf(points);
        }

        @Override
        public Property property() {
            return Property.DEADLOCK;
        }

        @Override
        public List<StepNode> lasts() {
            return points;
        }

        @Override
        public int term(PrefixFormula encoding) {
            return allStandBefore(encoding, points);
        }
    }

    /**
     * Nobody can move, for whatever reason.
     *
     * @param points before which steps threads wait; none as long as nobody has found out
     * @param known states that count no more: in each, some threads wait at some places
     */
    record Stuck(StuckStates.Scope scope, List<StepNode> points, List<List<ThreadPlace>> known) implements Claim {
        public Stuck {
            points = List.copyOf(points);
            known = List.copyOf(known);
        }

        /** The same as it has come about. */
        Stuck at(List<StepNode> found) {
            return new Stuck(scope, found, known);
        }

        @Override
        public Property property() {
            return Property.DEADLOCK;
        }

        @Override
        public List<StepNode> lasts() {
            return List.of();
        }

        @Override
        public int term(PrefixFormula encoding) {
            int term = encoding.pool().and(encoding.allFine(), encoding.stuck().term(scope));
            for (List<ThreadPlace> places : known) {
                term = encoding.pool().and(term, -encoding.stuck().waitAt(places));
            }
            return term;
        }
    }

    /** A lock is destroyed while it is held. */
    record DestroyedHeld(StepNode destroy, CriticalSection section) implements Claim {
        @Override
        public Property property() {
            return Property.LOCK_MISUSE;
        }

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
        public int term(PrefixFormula encoding) {
            StepNode release = section.release();
            int released = release == null ? TermPool.FALSE : encoding.executed(release);
            return encoding.pool()
                    .and(
                            encoding.allFine(),
                            encoding.noMisuse(),
                            encoding.standsBefore(destroy),
                            encoding.executed(section.acquire()),
                            -released);
        }
    }

    /** A lock is given back, waited with or destroyed by a thread for which it is not in the state for that. */
    record Misused(StepNode node) implements Claim {
        @Override
        public Property property() {
            return Property.LOCK_MISUSE;
        }

        @Override
        public List<StepNode> points() {
            return List.of(node);
        }

        @Override
        public List<StepNode> lasts() {
            return points();
        }

        @Override
        public int term(PrefixFormula encoding) {
            return encoding.pool().and(encoding.allFine(), encoding.noMisuse(), encoding.standsBeforeMisuse(node));
        }
    }

    /** A synchronisation object is used after it was destroyed. */
    record UsedDestroyed(StepNode destroy, StepNode use) implements Claim {
        @Override
        public Property property() {
            return Property.LOCK_MISUSE;
        }

        @Override
        public List<StepNode> points() {
            return List.of(destroy, use);
        }

        @Override
        public List<StepNode> lasts() {
            return List.of(use);
        }

        @Override
        public int term(PrefixFormula encoding) {
            return encoding.pool()
                    .and(
                            encoding.allFine(),
                            encoding.noMisuse(),
                            encoding.executed(destroy),
                            encoding.standsBefore(use));
        }
    }

    private static int allStandBefore(PrefixFormula encoding, List<StepNode> nodes) {
        int all = encoding.allFine();
        for (StepNode node : nodes) all = encoding.pool().and(all, encoding.standsBefore(node));
        return all;
    }

    /** The places in the program it is about. */
    default List<InstrSite> sites() {
        var sites = new ArrayList<InstrSite>();
        for (StepNode node : points()) {
            node.visible().ifPresent(event -> sites.add(event.site()));
        }
        if (this instanceof Assertion(var node, var index, var _)) {
            return List.of(node.step().events().get(index).site());
        }
        return sites;
    }

    default int earliest() {
        return points().stream().mapToInt(StepNode::number).min().orElseThrow();
    }

    default int latest() {
        return points().stream().mapToInt(StepNode::number).max().orElseThrow();
    }
}
