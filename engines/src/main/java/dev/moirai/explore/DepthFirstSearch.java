package dev.moirai.explore;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.VisitedStates.Found;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Violation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Visits every reachable state, depth first, and stops at the first violation, with the moves that lead to it.
 *
 * <p>A state with several successors is kept: as a whole while it is on the current path, later as a fingerprint. A
 * state with only one successor, because one thread can move or one may go alone, is passed through: checked, but not
 * copied, hashed or remembered. Long chains of such states are cut, so that the search cannot go round in them for
 * ever.
 */
final class DepthFirstSearch implements StateSearch {
    /** After this many states passed through, one is kept. */
    private static final int LONGEST_CHAIN = 8;
    /** An atomic section that ends within this many steps may be taken as one. */
    private static final int LONGEST_SECTION = 100;

    private final Machine machine;
    private final ExploreOptions options;
    private final Optional<AmpleSets> ample;
    private final NextInstructions nextInstructions;
    private final JoinChains joinChains;
    private final CandidateValues candidates;
    private final ChoiceEnumeration answers;
    private final boolean watchesDeadlock;
    private final boolean watchesRaces;
    private final VisitedStates visited = new VisitedStates();
    private final Limits limits;
    private final int mostThreads;
    private final ArrayList<Node> path = new ArrayList<>();
    private final int[] passed = new int[LONGEST_CHAIN];
    private long transitions;
    private int deepest;
    private Optional<Reason> gap = Optional.empty();
    private final Set<CutReason> cut = new LinkedHashSet<>();

    /** A state that is kept, and what is left to try from it. */
    private static final class Node {
        final State state;
        final Fingerprint fingerprint;
        /** The moves from the node before. */
        final MoveChain taken;
        /** The {@link JoinChains} of all threads. */
        final long[] chains;
        /** The threads to try; the next is at {@link #at}. */
        int[] threads;

        int at;
        int[] script = ChoiceEnumeration.NO_SCRIPT;
        /** Whether only one of several threads is tried. */
        boolean reduced;
        /** Whether some step from here did not end the run. */
        boolean wentOn;

        Node(State state, Fingerprint fingerprint, MoveChain taken, long[] chains, Ways ways) {
            this.state = state;
            this.fingerprint = fingerprint;
            this.taken = taken;
            this.chains = chains;
            this.threads = ways.threads;
            this.reduced = ways.reduced;
        }
    }

    /** The threads to try from a state, and whether others are left out. */
    private record Ways(int[] threads, boolean reduced) {}

    /** @param mostThreads runs are cut off where there would be more threads */
    DepthFirstSearch(Machine machine, ExploreOptions options, Limits limits, int mostThreads) {
        this.machine = machine;
        this.options = options;
        this.limits = limits;
        this.mostThreads = mostThreads;
        this.ample = options.reduction() == Reduction.AMPLE
                ? Optional.of(new AmpleSets(machine.program()))
                : Optional.empty();
        this.nextInstructions = new NextInstructions(machine.program());
        this.joinChains = new JoinChains(machine, nextInstructions);
        this.candidates = new CandidateValues(machine.program(), options.enumerated());
        this.answers = new ChoiceEnumeration(candidates);
        this.watchesDeadlock = machine.options().watches(Property.DEADLOCK);
        this.watchesRaces = machine.options().watches(Property.DATA_RACE);
    }

    @Override
    public long states() {
        return visited.size();
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
        Optional<Ending> ending = keep(machine.start(), MoveChain.NOWHERE, JoinChains.NONE);
        while (ending.isEmpty() && !path.isEmpty()) {
            Optional<Reason> limit = limits.reached(visited.size());
            if (limit.isPresent()) return new Ending.GaveUp(limit.get());
            Node node = path.getLast();
            // If the lone step ends the run in all its outcomes, the other threads must be tried after all.
            if (node.at == node.threads.length && node.reduced && !node.wentOn) widen(node);
            if (node.at == node.threads.length) leave(node);
            else ending = step(node);
        }
        if (ending.isPresent()) return ending.get();
        if (gap.isEmpty()) gap = candidates.gap();
        return new Ending.Exhausted(gap, cut);
    }

    private void note(String undecided) {
        if (gap.isEmpty()) gap = Optional.of(Reason.undecided(undecided));
    }

    /** Executes the next step to try from the node, and the steps that follow without a choice. */
    private Optional<Ending> step(Node node) {
        int thread = node.threads[node.at];
        if (isOneTooMany(node.state, thread)) {
            cut.add(new CutReason.Threads(mostThreads));
            node.at++;
            return Optional.empty();
        }
        State next = node.state.fork();
        answers.begin(node.script);
        Outcome outcome = machine.step(next, thread, answers, options.observer());
        transitions++;
        var taken = new MoveChain(thread, answers.given());
        Optional<int[]> following = answers.next();
        node.script = following.orElse(ChoiceEnumeration.NO_SCRIPT);
        if (following.isEmpty()) node.at++;
        switch (outcome) {
            case Outcome.Continued _ -> {
                node.wentOn = true;
                return follow(node, next, taken);
            }
            case Outcome.Violated(var violation) -> {
                return Optional.of(violated(violation, taken));
            }
            case Outcome.LimitReached(var reason, var bound) -> {
                if (bound.isPresent()) cut.add(bound.get());
                else note(reason);
            }
            case Outcome.Ended _, Outcome.Pruned _ -> {}
        }
        return Optional.empty();
    }

    /**
     * Continues from a state, which {@code taken} reaches from the node, while there is only one successor; keeps the
     * state after that.
     */
    private Optional<Ending> follow(Node node, State state, MoveChain taken) {
        long[] chains = ample.isPresent() ? joinChains.after(node.chains, state, taken.first()) : node.chains;
        int last = taken.first();
        int count = 0;
        while (true) {
            int[] enabled = machine.enabled(state);
            Optional<Violation> wrong = violation(state, enabled);
            if (wrong.isPresent()) return Optional.of(violated(wrong.get(), taken.then(passed, count)));
            if (enabled.length == 0) return Optional.empty();
            Ways ways = ways(state, enabled, last, chains);
            boolean passes = ways.threads.length == 1 && count < LONGEST_CHAIN && !isOneTooMany(state, ways.threads[0]);
            if (!passes) return keep(state, taken.then(passed, count), chains, ways);
            int thread = ways.threads[0];
            answers.begin(ChoiceEnumeration.NO_SCRIPT);
            Outcome outcome = machine.step(state, thread, answers, options.observer());
            transitions++;
            switch (outcome) {
                case Outcome.Continued _ when !answers.wereAskedFor() -> {}
                case Outcome.Violated(var violation) -> {
                    passed[count] = thread;
                    return Optional.of(violated(violation, taken.then(passed, count), thread, answers.given()));
                }
                case Outcome.Ended _, Outcome.Pruned _
                when !answers.wereAskedFor() && !ways.reduced -> {
                    return Optional.empty();
                }
                default -> {
                    // There was more than one successor after all: the state before is rebuilt, to be kept.
                    return keep(rebuilt(node, taken.then(passed, count)), taken.then(passed, count), chains, ways);
                }
            }
            passed[count++] = thread;
            last = thread;
            if (ample.isPresent()) chains = joinChains.after(chains, state, thread);
        }
    }

    /** Whether the thread is about to create a thread beyond the limit. */
    private boolean isOneTooMany(State state, int thread) {
        return state.threadCount() >= mostThreads
                && nextInstructions.of(state, thread).orElse(null) instanceof Instr.Spawn;
    }

    private State rebuilt(Node node, MoveChain taken) {
        State state = node.state.fork();
        machine.step(state, taken.first(), ChoiceEnumeration.repeating(taken.choices()), Observer.NONE);
        for (int thread : taken.others()) machine.step(state, thread, answers, Observer.NONE); // no questions there
        return state;
    }

    /** What is wrong with the state itself, among what is watched. */
    private Optional<Violation> violation(State state, int[] enabled) {
        if (watchesDeadlock && onlyWakes(state, enabled)) {
            Optional<Violation> deadlock = machine.deadlock(state);
            if (deadlock.isPresent()) return deadlock;
        }
        return watchesRaces ? machine.races(state) : Optional.empty();
    }

    /** Whether only wake-ups are possible: they may be spurious, and then are no moves. */
    private boolean onlyWakes(State state, int[] enabled) {
        for (int thread : enabled) if (!nextInstructions.isAwake(state, thread)) return false;
        return true;
    }

    private Optional<Ending> keep(State state, MoveChain taken, long[] chains) {
        int[] enabled = machine.enabled(state);
        return keep(state, taken, chains, ways(state, enabled, 0, chains));
    }

    /** Puts a state on the path unless it is known. */
    private Optional<Ending> keep(State state, MoveChain taken, long[] chains, Ways ways) {
        Fingerprint fingerprint = state.fingerprint();
        Found found = visited.enter(fingerprint.high(), fingerprint.low());
        // A cycle back to the path must not leave threads out for ever (see AmpleSets).
        if (found == Found.ON_PATH && !path.isEmpty()) widen(path.getLast());
        if (found != Found.NEW) return Optional.empty();
        path.add(new Node(state, fingerprint, taken, chains, ways));
        deepest = Math.max(deepest, path.size());
        return Optional.empty();
    }

    /** The threads to try from a state. */
    private Ways ways(State state, int[] threads, int last, long[] chains) {
        order(threads, last);
        if (ample.isPresent() && threads.length > 1) {
            for (int thread : threads) {
                if (mayGoAlone(state, thread, chains, ample.get())) return new Ways(new int[] {thread}, true);
            }
        }
        return new Ways(threads, false);
    }

    /** Puts the thread that moved last first, so that paths with few context switches are found first. */
    private static void order(int[] threads, int last) {
        for (int i = 1; i < threads.length; i++) {
            if (threads[i] != last) continue;
            System.arraycopy(threads, 0, threads, 1, i);
            threads[0] = last;
        }
    }

    private boolean mayGoAlone(State state, int thread, long[] chains, AmpleSets sets) {
        return sets.mayGoAlone(state, thread, chains)
                && (!sets.beginsSection(state, thread) || canLeaveSection(state, thread));
    }

    /** Whether the atomic section comes to its end, tried with the first answer to each question. */
    private boolean canLeaveSection(State state, int thread) {
        State trial = state.fork();
        for (int steps = 0; steps < LONGEST_SECTION; steps++) {
            answers.begin(ChoiceEnumeration.NO_SCRIPT);
            if (!(machine.step(trial, thread, answers, Observer.NONE) instanceof Outcome.Continued)) return false;
            if (trial.atomicHolder() != thread) return true;
            if (machine.enabled(trial).length == 0) return false;
        }
        return false;
    }

    /** Tries the other threads from this node after all. */
    private void widen(Node node) {
        if (!node.reduced) return;
        node.reduced = false;
        int alone = node.threads[0];
        int[] enabled = machine.enabled(node.state);
        int[] all = new int[enabled.length];
        all[0] = alone;
        int at = 1;
        for (int thread : enabled) if (thread != alone) all[at++] = thread;
        node.threads = all;
    }

    private void leave(Node node) {
        visited.leavePath(node.fingerprint.high(), node.fingerprint.low());
        path.removeLast();
    }

    private Ending violated(Violation violation, MoveChain lastHops) {
        List<Move> moves = new ArrayList<>();
        for (int i = 1; i < path.size(); i++) path.get(i).taken.addTo(moves);
        lastHops.addTo(moves);
        return new Ending.Violated(violation, moves);
    }

    private Ending violated(Violation violation, MoveChain lastHops, int thread, long[] choices) {
        var ending = (Ending.Violated) violated(violation, lastHops);
        ending.moves().add(MoveChain.move(thread, choices));
        return ending;
    }
}
