package dev.moirai.explore;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.VisitedStates.Found;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.property.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Visits every state that can be reached, depth first: the path from the start is the only place where states are kept
 * whole, the others are known by fingerprint. Stops at the first violation, with the moves that lead to it.
 */
final class DepthFirstSearch {
    private final Machine machine;
    private final ExploreOptions options;
    private final Optional<AmpleSets> ample;
    private final CandidateValues candidates;
    private final Answers answers;
    private final VisitedStates visited = new VisitedStates();
    private final Limits limits;
    private final ArrayList<Node> path = new ArrayList<>();
    private long transitions;
    private int deepest;
    private Optional<String> incomplete = Optional.empty();
    private boolean roundsCut;

    /** A state on the path, and what is left to try from it. */
    private static final class Node {
        final State state;
        final Fingerprint fingerprint;
        final Turn turn;
        /** The move that led here, unless it is the start. */
        final int movedThread;

        final long[] moveChoices;
        /** Threads to try, the next at {@link #at}. */
        int[] threads;

        int at;
        int[] script = Answers.NO_SCRIPT;
        /** Whether only one of several threads is tried. */
        boolean reduced;
        /** Whether some step from here went on. */
        boolean wentOn;

        Node(State state, Fingerprint fingerprint, Turn turn, int movedThread, long[] moveChoices, int[] threads) {
            this.state = state;
            this.fingerprint = fingerprint;
            this.turn = turn;
            this.movedThread = movedThread;
            this.moveChoices = moveChoices;
            this.threads = threads;
        }
    }

    /** How a search ended. */
    sealed interface Ending {
        record Violated(Violation violation, List<Move> moves) implements Ending {}

        /** Nothing is left to visit; {@code gap} says what was not looked at nevertheless. */
        record Exhausted(Optional<String> gap, boolean roundsCut) implements Ending {}

        record GaveUp(String reason) implements Ending {}
    }

    DepthFirstSearch(Machine machine, ExploreOptions options, Limits limits) {
        this.machine = machine;
        this.options = options;
        this.limits = limits;
        // A bound on rounds, and a look at all memory when the process ends, make every order of steps matter.
        boolean reduce = options.reduction() == Reduction.AMPLE
                && options.rounds().isEmpty()
                && machine.options().leaks() == MachineOptions.Leaks.ALLOWED;
        this.ample = reduce ? Optional.of(new AmpleSets(machine.program())) : Optional.empty();
        this.candidates = new CandidateValues(machine.program(), options.enumerated());
        this.answers = new Answers(candidates);
    }

    long states() {
        return visited.size();
    }

    long transitions() {
        return transitions;
    }

    int deepest() {
        return deepest;
    }

    Ending run() {
        Optional<Violation> first = enter(machine.start(), Turn.FIRST, 0, new long[0]);
        if (first.isPresent()) return violated(first.get(), false);
        while (!path.isEmpty()) {
            Optional<String> limit = limits.reached(visited.size());
            if (limit.isPresent()) return new Ending.GaveUp(limit.get());
            Node node = path.getLast();
            if (node.at == node.threads.length && node.reduced && !node.wentOn) widen(node);
            if (node.at == node.threads.length) {
                leave(node);
                continue;
            }
            Optional<Violation> violation = step(node);
            if (violation.isPresent()) return violated(violation.get(), true);
        }
        candidates
                .incomplete()
                .ifPresent(choice -> note("nondeterministic domain too large to enumerate at " + choice.span() + " ("
                        + choice.subject() + ")"));
        return new Ending.Exhausted(incomplete, roundsCut);
    }

    private void note(String gap) {
        if (incomplete.isEmpty()) incomplete = Optional.of(gap);
    }

    /** Executes the next step there is to try from the node. */
    private Optional<Violation> step(Node node) {
        int thread = node.threads[node.at];
        Turn turn = node.turn.of(thread);
        State next = node.state.fork();
        answers.begin(node.script);
        Outcome outcome = machine.step(next, thread, answers, Observer.NONE);
        transitions++;
        long[] given = answers.given();
        Optional<int[]> following = answers.next();
        node.script = following.orElse(Answers.NO_SCRIPT);
        if (following.isEmpty()) node.at++;
        switch (outcome) {
            case Outcome.Continued _ -> {
                node.wentOn = true;
                return enter(next, turn, thread, given);
            }
            case Outcome.Violated(var violation) -> {
                path.add(new Node(next, node.fingerprint, turn, thread, given, new int[0]));
                return Optional.of(violation);
            }
            case Outcome.LimitReached(var reason) -> note(reason);
            case Outcome.Ended _, Outcome.Pruned _ -> {}
        }
        return Optional.empty();
    }

    /** Puts a state on the path unless it is known; says what is wrong with it as such. */
    private Optional<Violation> enter(State state, Turn turn, int movedThread, long[] choices) {
        Fingerprint fingerprint = state.fingerprint();
        if (options.rounds().isPresent()) {
            fingerprint = new Fingerprint(fingerprint.high() ^ turn.bits(), fingerprint.low() + turn.bits());
        }
        Found found = visited.enter(fingerprint.high(), fingerprint.low());
        if (found == Found.ON_PATH && !path.isEmpty()) widen(path.getLast());
        if (found != Found.NEW) return Optional.empty();
        var node = new Node(state, fingerprint, turn, movedThread, choices, machine.enabled(state));
        path.add(node);
        deepest = Math.max(deepest, path.size());
        Optional<Violation> violation = Run.violation(machine, state);
        if (violation.isPresent()) return violation;
        if (options.rounds().isPresent()) node.threads = withinRounds(node);
        order(node.threads, movedThread);
        if (ample.isPresent() && node.threads.length > 1) reduce(node, ample.get());
        return Optional.empty();
    }

    private int[] withinRounds(Node node) {
        int[] allowed = Arrays.stream(node.threads)
                .filter(thread -> node.turn.of(thread).isWithin(options.rounds()))
                .toArray();
        roundsCut |= allowed.length < node.threads.length;
        return allowed;
    }

    /** The thread that moved last goes first: paths with few context switches are found first. */
    private static void order(int[] threads, int last) {
        for (int i = 1; i < threads.length; i++) {
            if (threads[i] != last) continue;
            System.arraycopy(threads, 0, threads, 1, i);
            threads[0] = last;
        }
    }

    private void reduce(Node node, AmpleSets sets) {
        for (int thread : node.threads) {
            if (!sets.mayGoAlone(node.state, thread)) continue;
            if (sets.beginsSection(node.state, thread) && !canLeaveSection(node.state, thread)) continue;
            node.threads = new int[] {thread};
            node.reduced = true;
            return;
        }
    }

    /** Tries with the first answers whether an atomic section comes to its end. */
    private boolean canLeaveSection(State state, int thread) {
        State trial = state.fork();
        for (int steps = 0; steps < LONGEST_SECTION; steps++) {
            answers.begin(Answers.NO_SCRIPT);
            if (!(machine.step(trial, thread, answers, Observer.NONE) instanceof Outcome.Continued)) return false;
            if (trial.atomicHolder() != thread) return true;
            if (machine.enabled(trial).length == 0) return false;
        }
        return false;
    }

    private static final int LONGEST_SECTION = 100;

    /** Takes all threads after all. */
    private void widen(Node node) {
        if (!node.reduced) return;
        node.reduced = false;
        int alone = node.threads[0];
        int[] others = Arrays.stream(machine.enabled(node.state))
                .filter(thread -> thread != alone)
                .toArray();
        int[] all = new int[others.length + 1];
        all[0] = alone;
        System.arraycopy(others, 0, all, 1, others.length);
        node.threads = all;
    }

    private void leave(Node node) {
        visited.leavePath(node.fingerprint.high(), node.fingerprint.low());
        path.removeLast();
    }

    private Ending violated(Violation violation, boolean moved) {
        List<Move> moves = new ArrayList<>();
        for (int i = 1; i < path.size(); i++) {
            Node node = path.get(i);
            moves.add(new Move(
                    node.movedThread, Arrays.stream(node.moveChoices).boxed().toList()));
        }
        return new Ending.Violated(violation, moved ? moves : List.of());
    }
}
