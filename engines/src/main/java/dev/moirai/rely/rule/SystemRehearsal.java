package dev.moirai.rely.rule;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.State;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.NotSimulatedException;
import dev.moirai.rely.transition.ObservedStep;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Holds a transition system against runs of its program: every step that the interpreter makes must be one of the
 * system's. A certificate is about the system, so this is the part of a proof that no solver can confirm; runs cannot
 * confirm it either, but they refute what is wrong wherever they come by.
 */
public final class SystemRehearsal implements AutoCloseable {
    private static final int MOST_STEPS = 2_000;
    /** How many steps of the interpreter one of the system may take: a loop in which nothing happens has no end. */
    private static final int LONGEST = 60;

    private final RunShadow.Original original;
    private final TransitionSystem system;
    private final Machine machine;
    private final RowSolver solver;
    private final Limit limit;
    /** What the system is known to be able to do. */
    private final Set<ObservedStep> known = new HashSet<>();

    /** What the system is known to say of who waits. */
    private final Set<ObservedStep> blocked = new HashSet<>();

    private boolean isDeadlockRuledOut;
    private boolean areViolationsRuledOut;
    private long steps;

    public SystemRehearsal(RunShadow.Original original, Machine machine, Limit limit) {
        this(original, original.system(), machine, limit);
    }

    /** @param system is held against the runs in place of the original one */
    SystemRehearsal(RunShadow.Original original, TransitionSystem system, Machine machine, Limit limit) {
        this.original = original;
        this.system = system;
        this.solver = new RowSolver(system, limit);
        this.machine = machine;
        this.limit = limit;
    }

    /** No run may come to a deadlock either. */
    public SystemRehearsal withoutDeadlocks() {
        isDeadlockRuledOut = true;
        return this;
    }

    /** No run may violate what its machine looks for either: that is proved. */
    public SystemRehearsal withoutViolations() {
        areViolationsRuledOut = true;
        return this;
    }

    /** Runs the program as often as there is time for, at most so many times, until a run shows what the system lacks. */
    public Optional<String> runs(int most) {
        for (int seed = 0; seed < most && !limit.isReached(); seed++) {
            Optional<String> lacks = run(seed);
            if (lacks.isPresent()) return lacks;
        }
        return Optional.empty();
    }

    /** How many steps were looked at. */
    public long steps() {
        return steps;
    }

    /** Ends a run: it has shown enough, or something that the system cannot do. */
    private static final class StopException extends RuntimeException {
        private final transient Optional<String> lacks;

        StopException(Optional<String> lacks) {
            super(lacks.orElse("enough"), null, false, false);
            this.lacks = lacks;
        }
    }

    /** Runs the program once; what the system cannot do, if there is such a step. */
    private Optional<String> run(long seed) {
        Scheduler scheduler = new RandomScheduler(seed);
        State state = machine.start();
        long most = steps + MOST_STEPS;
        RunShadow shadow = original.follow(machine, state, observed -> {
            if (!isPossible(observed)) throw new StopException(Optional.of(words(observed)));
            if (steps >= most || limit.isReached()) throw new StopException(Optional.empty());
        });
        Map<Integer, BigInteger> initial = shadow.initial();
        if (system.starts().stream().noneMatch(start -> canStart(start, initial))) {
            return Optional.of("the program begins otherwise: " + words(initial));
        }
        try {
            Outcome outcome = Outcome.CONTINUED;
            int inOneStep = 0;
            while (outcome instanceof Outcome.Continued && inOneStep < LONGEST && !limit.isReached()) {
                int[] enabled = machine.enabled(state);
                if (original.saysWhoWaits()) {
                    Optional<String> overlooked = overlooked(state, enabled, shadow);
                    if (overlooked.isPresent()) return overlooked;
                }
                if (enabled.length == 0) break;
                OptionalInt bound = shadow.underWay();
                inOneStep = bound.isPresent() ? inOneStep + 1 : 0;
                // It waits where nobody can do anything for it.
                if (bound.isPresent() && Arrays.stream(enabled).noneMatch(it -> it == bound.getAsInt())) break;
                int thread =
                        bound.orElseGet(() -> scheduler.next(state, enabled).orElseThrow());
                shadow.begins(thread);
                outcome = machine.step(state, thread, scheduler, shadow);
                shadow.ends(thread, outcome);
                if (areViolationsRuledOut && outcome instanceof Outcome.Violated(var violation))
                    return Optional.of("what is ruled out: " + violation.message());
            }
        } catch (NotSimulatedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (StopException e) {
            return e.lacks;
        }
        return Optional.empty();
    }

    /** A thread that is blocked where the system says that it can move; or a deadlock, if that is what cannot be. */
    private Optional<String> overlooked(State state, int[] enabled, RunShadow shadow) {
        if (isDeadlockRuledOut
                && shadow.underWay().isEmpty()
                && machine.deadlock(state).isPresent())
            return Optional.of("a deadlock: " + machine.deadlock(state).get().message());
        for (int thread = 0; thread < state.threadCount(); thread++) {
            int one = thread;
            boolean isBlocked = !state.hasEnded(thread)
                    && state.atomicHolder() < 0
                    && Arrays.stream(enabled).noneMatch(it -> it == one);
            if (!isBlocked) continue;
            Optional<ObservedStep> standing = shadow.standing(thread).filter(it -> !blocked.contains(it));
            if (standing.isEmpty()) continue;
            ObservedStep here = standing.get();
            boolean isKnown = system.thread(here.thread()).location(here.source()).waits().stream()
                    .anyMatch(wait -> isSatisfiable(known(wait.rows(), here.now(), Map.of())));
            if (!isKnown) return Optional.of("a wait of " + words(here));
            blocked.add(here);
        }
        return Optional.empty();
    }

    private boolean canStart(Start start, Map<Integer, BigInteger> values) {
        return isSatisfiable(known(start.rows(), values, Map.of()));
    }

    private boolean isPossible(ObservedStep observed) {
        steps++;
        if (observed.target() == ObservedStep.ANYWHERE) return isPossibleEnd(observed);
        if (known.contains(observed)) return true;
        ThreadSystem thread = system.thread(observed.thread());
        for (Transition t : thread.from(observed.source())) {
            if (t.target() == observed.target() && isOne(t, observed)) {
                known.add(observed);
                return true;
            }
        }
        return false;
    }

    /**
     * A thread that will never move again has done something that others may read. The system may let it go on from
     * there, and end, as long as what they read is the same.
     */
    private boolean isPossibleEnd(ObservedStep observed) {
        Map<Integer, BigInteger> next = new HashMap<>(observed.next());
        next.keySet()
                .removeIf(index -> system.variable(index).role() == Variable.Role.CONTROL
                        || !isReadByOthers(index, observed.thread()));
        if (observed.now().entrySet().containsAll(next.entrySet())) return true;
        return system.thread(observed.thread()).from(observed.source()).stream()
                .anyMatch(t -> isOne(
                        t,
                        new ObservedStep(
                                observed.thread(), t.source(), t.target(), observed.now(), next, observed.span())));
    }

    private boolean isReadByOthers(int index, int thread) {
        return system.threads().stream()
                .filter(other -> other.number() != thread || other.isMany())
                .flatMap(other -> other.transitions().stream())
                .flatMap(t -> t.rows().stream())
                .anyMatch(row -> row.expression().coefficients().containsKey(Column.of(index, Column.NOW)));
    }

    private boolean isOne(Transition t, ObservedStep observed) {
        for (var after : observed.next().entrySet()) {
            BigInteger before = observed.now().get(after.getKey());
            boolean keeps = t.written().contains(after.getKey())
                    || before == null
                    || before.equals(after.getValue())
                    || !matters(after.getKey(), observed);
            if (!keeps) return false;
        }
        return isSatisfiable(known(t.rows(), observed.now(), observed.next()));
    }

    /** Whether it is followed what the variable holds both before and after the step. */
    private boolean matters(int index, ObservedStep observed) {
        Variable variable = system.variable(index);
        ThreadSystem thread = system.thread(observed.thread());
        return variable.isGlobal()
                || thread.location(observed.source()).live().contains(index)
                        && thread.location(observed.target()).live().contains(index);
    }

    /** The rows with the values that are known. */
    private static List<Row> known(List<Row> rows, Map<Integer, BigInteger> now, Map<Integer, BigInteger> next) {
        return rows.stream()
                .map(row -> new Row(
                        row.expression().substituted(column -> {
                            var values = Column.moment(column) == Column.NOW ? now : next;
                            BigInteger value = values.get(Column.variable(column));
                            return value == null ? Linear.column(column) : Linear.of(value);
                        }),
                        row.relation()))
                .toList();
    }

    private boolean isSatisfiable(List<Row> rows) {
        if (rows.stream().anyMatch(Row::isAlwaysFalse)) return false;
        List<Row> open = rows.stream().filter(row -> !row.isAlwaysTrue()).toList();
        return open.isEmpty() || solver.maySatisfy(open);
    }

    // ---- in words ------------------------------------------------------------------------------------------------

    private String words(ObservedStep observed) {
        ThreadSystem thread = system.thread(observed.thread());
        String target = switch (observed.target()) {
            case ObservedStep.NOWHERE -> "a place it does not know";
            case ObservedStep.ANYWHERE -> "its silent end";
            default -> "location " + observed.target();
        };
        return thread.name() + " at " + observed.span() + ", from location " + observed.source() + " to " + target
                + ": " + words(observed.now()) + " -> " + words(observed.next());
    }

    private String words(Map<Integer, BigInteger> values) {
        var words = new ArrayList<String>();
        values.forEach((index, value) -> words.add(system.variable(index).name() + "=" + value));
        return String.join(" ", words.stream().sorted().toList());
    }

    @Override
    public void close() {
        solver.close();
    }
}
