package dev.moirai.explore;

import dev.moirai.analysis.RisingValues;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Levels;
import dev.moirai.interpret.Levels.Split;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Visits states breadth first, and of those that differ in {@link RisingValues} alone only the worst: what a better one
 * can do wrong, a worse one can too (the idea of well-structured transition systems: Finkel and Schnoebelen, 2001). Two threads that add
 * to each other's sums come to millions of states in this way, and to few that are not better than another.
 *
 * <p>Sums that overflow are watched for, as the claim about rising values ends with them.
 */
final class RisingSearch implements StateSearch {
    private final Machine machine;
    private final boolean isOverflowAsked;
    private final Limits limits;
    private final Levels levels;
    private final CandidateValues candidates;
    private final ChoiceEnumeration answers;
    private final Map<Fingerprint, List<Node>> worst = new HashMap<>();
    private final ArrayDeque<Node> open = new ArrayDeque<>();
    private long states;
    private long transitions;
    private int deepest;

    /** A state, how it was come to, and whether a worse one has taken its place. */
    private static final class Node {
        final MovesSoFar soFar;
        final Split split;

        @Nullable
        State state;

        Node(MovesSoFar soFar, State state, Split split) {
            this.soFar = soFar;
            this.state = state;
            this.split = split;
        }
    }

    /** The search, unless no value of the program rises. */
    static Optional<RisingSearch> of(Machine asked, ExploreOptions options, Limits limits) {
        var values = RisingValues.of(asked.program(), asked.options().watched());
        return values.globals().isEmpty()
                ? Optional.empty()
                : Optional.of(new RisingSearch(asked, values, options, limits));
    }

    private RisingSearch(Machine asked, RisingValues values, ExploreOptions options, Limits limits) {
        Set<Property> watched = EnumSet.of(Property.OVERFLOW);
        watched.addAll(asked.options().watched());
        this.machine = new Machine(asked.program(), asked.options().watching(watched));
        this.isOverflowAsked = asked.options().watches(Property.OVERFLOW);
        this.limits = limits;
        this.levels = new Levels(machine, values);
        this.candidates = new CandidateValues(machine.program(), options.enumerated());
        this.answers = new ChoiceEnumeration(candidates);
    }

    @Override
    public long states() {
        return states;
    }

    @Override
    public long transitions() {
        return transitions;
    }

    @Override
    public int deepest() {
        return deepest;
    }

    @Override
    public Ending run() {
        add(MovesSoFar.NOWHERE, machine.start());
        while (!open.isEmpty()) {
            Optional<Reason> limit = limits.reached(states);
            if (limit.isPresent()) return new Ending.GaveUp(limit.get());
            Node node = open.remove();
            State state = node.state;
            if (state == null) continue;
            node.state = null;
            Optional<Ending> ending = expand(node, state);
            if (ending.isPresent()) return ending.get();
        }
        return new Ending.Exhausted(candidates.gap(), Set.of());
    }

    private Optional<Ending> expand(Node node, State state) {
        Optional<Violation> wrong = Run.violation(machine, state);
        if (wrong.isPresent()) return Optional.of(new Ending.Violated(wrong.get(), node.soFar.moves()));
        for (int thread : machine.enabled(state)) {
            Optional<int[]> script = Optional.of(ChoiceEnumeration.NO_SCRIPT);
            while (script.isPresent()) {
                State next = state.fork();
                answers.begin(script.get());
                transitions++;
                Outcome outcome = machine.step(next, thread, answers, Observer.NONE);
                script = answers.next();
                switch (outcome) {
                    case Outcome.Continued _ -> add(node.soFar.then(thread, answers.given()), next);
                    case Outcome.Violated(var violation) -> {
                        return Optional.of(violated(violation, node, thread));
                    }
                    case Outcome.LimitReached(var reason, var _) -> {
                        return Optional.of(new Ending.GaveUp(new Reason(Reason.Kind.UNDECIDED, reason)));
                    }
                    case Outcome.Ended _, Outcome.Pruned _ -> {}
                }
            }
        }
        return Optional.empty();
    }

    private Ending violated(Violation violation, Node node, int thread) {
        if (violation.property() == Property.OVERFLOW && !isOverflowAsked) {
            return new Ending.GaveUp(
                    new Reason(Reason.Kind.UNDECIDED, "a number overflows, so that more is not always worse"));
        }
        return new Ending.Violated(
                violation, node.soFar.then(thread, answers.given()).moves());
    }

    /** Keeps a state unless a worse one is known, and forgets those that are better. */
    private void add(MovesSoFar soFar, State state) {
        Split split = levels.of(state);
        List<Node> others = worst.computeIfAbsent(split.rest(), _ -> new ArrayList<>(1));
        for (Node other : others) if (other.split.isAtLeast(split)) return;
        others.removeIf(other -> {
            boolean isBetter = split.isAtLeast(other.split);
            if (isBetter) other.state = null;
            return isBetter;
        });
        var node = new Node(soFar, state, split);
        others.add(node);
        open.add(node);
        states++;
        deepest = Math.max(deepest, soFar.length());
    }
}
