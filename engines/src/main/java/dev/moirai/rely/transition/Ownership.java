package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Adds to every thread, for each flag that is used like a lock, a variable of its own which says that it was the last to
 * change the flag. A lock is one bit; this tells who holds it, also among any number of equal threads, because the rules
 * know that no two threads were both the last.
 *
 * <p>Claim: the executions stay the same. The variables only remember, and a transition that may or may not change its
 * flag is split in two.
 */
public final class Ownership {
    private static final int MOST_FLAGS = 6;

    private final TransitionSystem system;
    private final List<Variable> flags;
    private final List<Variable> variables;
    /** By thread, then by flag. */
    private final List<List<Variable>> owned = new ArrayList<>();

    private Ownership(TransitionSystem system, List<Variable> flags) {
        this.system = system;
        this.flags = flags;
        this.variables = new ArrayList<>(system.variables());
        for (ThreadSystem thread : system.threads()) {
            var mine = new ArrayList<Variable>();
            for (Variable flag : flags) {
                String name = thread.name() + " changed " + flag.name() + " last";
                var variable = Variable.ownership(variables.size(), name, thread.number());
                variables.add(variable);
                mine.add(variable);
            }
            owned.add(mine);
        }
    }

    /** The same system if nothing is used like a lock. */
    public static TransitionSystem of(TransitionSystem system) {
        List<Variable> flags = system.globals().stream()
                .filter(flag -> isLock(system, flag))
                .limit(MOST_FLAGS)
                .toList();
        return flags.isEmpty() ? system : new Ownership(system, flags).run();
    }

    /** Whether it is set to two constants or more, once at least by somebody who looks at it in the same step. */
    private static boolean isLock(TransitionSystem system, Variable flag) {
        Set<BigInteger> constants = new HashSet<>();
        boolean taken = false;
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) {
                if (!t.written().contains(flag.index())) continue;
                Optional<BigInteger> value = constant(t, flag);
                if (value.isEmpty()) return false;
                constants.add(value.get());
                taken |= t.rows().stream()
                        .anyMatch(row -> row.expression().coefficients().containsKey(Column.of(flag, Column.NOW)));
            }
        }
        return taken && constants.size() > 1;
    }

    private static Optional<BigInteger> constant(Transition t, Variable flag) {
        long next = Column.of(flag, Column.NEXT);
        for (Row row : t.rows()) {
            boolean defines = row.relation() == Row.Relation.ZERO
                    && row.expression().coefficients().size() == 1
                    && row.expression().coefficient(next).abs().equals(BigInteger.ONE);
            if (defines)
                return Optional.of(row.expression()
                        .constant()
                        .negate()
                        .multiply(row.expression().coefficient(next)));
        }
        return Optional.empty();
    }

    private TransitionSystem run() {
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            List<Transition> transitions = thread.transitions();
            for (int i = 0; i < flags.size(); i++) {
                var split = new ArrayList<Transition>();
                for (Transition t : transitions) {
                    if (t.written().contains(flags.get(i).index())) split(t, i, split);
                    else split.add(t);
                }
                transitions = split;
            }
            var locations = new ArrayList<Location>();
            for (Location l : thread.locations()) {
                var live = new HashSet<>(l.live());
                owned.get(thread.number()).forEach(variable -> live.add(variable.index()));
                locations.add(l.withLive(live));
            }
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), locations, transitions));
        }
        var starts = new ArrayList<Start>();
        for (Start start : system.starts()) {
            var rows = new ArrayList<>(start.rows());
            owned.forEach(mine -> mine.forEach(variable -> rows.add(Row.zero(variable.now()))));
            starts.add(new Start(rows, start.locations()));
        }
        return new TransitionSystem(
                system.file(), variables, threads, starts, system.abstractions(), system.assumptions());
    }

    /** The transition where it leaves the flag as it is, and where it changes it. */
    private void split(Transition t, int number, List<Transition> into) {
        Variable flag = flags.get(number);
        Variable mine = owned.get(t.thread()).get(number);
        Linear before = flag.now();
        Linear after = Linear.of(constant(t, flag).orElseThrow());
        List<Row> takes = List.of(Row.equal(mine.next(), Linear.of(1)));
        Bounds bounds = bounds(t, flag);
        BigInteger value = after.constant();
        if (bounds.admits(value)) into.add(t.with(List.of(Row.equal(before, after)), Set.of(), "same"));
        if (bounds.isBelow(value)) {
            var rows = new ArrayList<>(takes);
            rows.add(Row.atLeast(after.plus(-1), before));
            into.add(t.with(rows, Set.of(mine.index()), "up"));
        }
        if (bounds.isAbove(value)) {
            var rows = new ArrayList<>(takes);
            rows.add(Row.atLeast(before, after.plus(1)));
            into.add(t.with(rows, Set.of(mine.index()), "down"));
        }
    }

    /** The values that a transition's guards and its type leave a variable; an end that has no limit is absent. */
    private record Bounds(Optional<BigInteger> least, Optional<BigInteger> most) {
        boolean isBelow(BigInteger value) {
            return least.isEmpty() || least.get().compareTo(value) < 0;
        }

        boolean isAbove(BigInteger value) {
            return most.isEmpty() || most.get().compareTo(value) > 0;
        }

        boolean admits(BigInteger value) {
            return (least.isEmpty() || least.get().compareTo(value) <= 0)
                    && (most.isEmpty() || most.get().compareTo(value) >= 0);
        }

        Bounds from(BigInteger value) {
            return new Bounds(Optional.of(least.map(value::max).orElse(value)), most);
        }

        Bounds to(BigInteger value) {
            return new Bounds(least, Optional.of(most.map(value::min).orElse(value)));
        }
    }

    private static Bounds bounds(Transition t, Variable flag) {
        var bounds =
                new Bounds(flag.range().map(Variable.Range::least), flag.range().flatMap(Variable.Range::most));
        long now = Column.of(flag, Column.NOW);
        for (Row row : t.rows()) {
            BigInteger factor = row.expression().coefficient(now);
            boolean alone =
                    row.expression().coefficients().size() == 1 && factor.abs().equals(BigInteger.ONE);
            if (!alone) continue;
            BigInteger value = row.expression().constant().negate().multiply(factor);
            boolean exact = row.relation() == Row.Relation.ZERO;
            if (exact || factor.signum() > 0) bounds = bounds.from(value);
            if (exact || factor.signum() < 0) bounds = bounds.to(value);
        }
        return bounds;
    }
}
