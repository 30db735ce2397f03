package dev.moirai.explore;

import dev.moirai.explore.VisitedStates.Found;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
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
 * Visits every state that matters, depth first, where what matters is told by what threads have been seen to touch, not
 * by what they might touch: which bucket of a table, say, or whose fork (the two examples of Flanagan and Godefroid, POPL
 * 2005, are of that kind). One search takes for granted that threads only do what they have been seen to do from where
 * they stand; if a step does something new, that is learned, and the search must begin again. So the last search has
 * seen nothing new.
 *
 * <p>Why nothing new was missed then. Take a shortest path of the whole state graph to a step that does something new
 * (touches what its thread has not been seen to touch from there, without a lock that it always held, or goes on where it
 * never went on). All steps before are as they were seen, so the argument of {@link IndependentGroups} holds for them. A
 * step γ at the end of the path that does something new still does so after an independent step α of another thread:
 * what its visible instruction touches, and under which locks, depends on its thread alone; if that is new, it is new
 * still; if not, α does not conflict with it, so it reads what it read before and goes on as it did. So the reduced search
 * comes to a new step if there is one, as it comes to a violation if there is one.
 */
final class LearningSearch implements StateSearch {
    private static final int LONGEST_CHAIN = 8;
    private static final int LONGEST_SECTION = 100;
    /** A search that has seen something new goes on for a while, to see more before the next begins. */
    private static final int AT_LEAST_ON = 500;

    private static final int ON_ONE_IN = 4;

    private final Machine machine;
    private final Limits limits;
    private final SeenFutures futures;
    private final StepRecorder recorder;
    private final IndependentGroups groups;
    private final SeenJoins joins;
    private final NextInstructions nextInstructions;
    private final CandidateValues candidates;
    private final ChoiceEnumeration answers;
    private final boolean watchesDeadlock;
    private final VisitedStates visited = new VisitedStates();
    private final ArrayList<Node> path = new ArrayList<>();
    private final int[] passed = new int[LONGEST_CHAIN];
    private long transitions;
    private int deepest;
    private boolean sawNews;
    private long goesOnUntil = Long.MAX_VALUE;
    private Optional<Reason> gap = Optional.empty();
    private final Set<CutReason> cut = new LinkedHashSet<>();

    /** A state that is kept, and what is left to try from it. */
    private static final class Node {
        final State state;
        final Fingerprint fingerprint;
        /** The moves from the node before. */
        final MoveChain taken;

        final Footing footing;
        int[] threads;
        int at;
        int[] script = ChoiceEnumeration.NO_SCRIPT;
        /** Whether only a group of threads is tried. */
        boolean reduced;
        /** Whether some step from here did not end the run. */
        boolean wentOn;

        Node(State state, Fingerprint fingerprint, MoveChain taken, Footing footing, int[] threads, boolean reduced) {
            this.state = state;
            this.fingerprint = fingerprint;
            this.taken = taken;
            this.footing = footing;
            this.threads = threads;
            this.reduced = reduced;
        }
    }

    LearningSearch(Machine machine, ExploreOptions options, Limits limits, SeenAccesses accesses, SeenFutures futures) {
        this.machine = machine;
        this.limits = limits;
        this.futures = futures;
        this.nextInstructions = new NextInstructions(machine.program());
        var uses = new NextUses(machine, accesses);
        this.recorder = new StepRecorder(machine, accesses, futures, uses);
        this.joins = new SeenJoins(machine, accesses, uses, nextInstructions);
        this.groups = new IndependentGroups(machine, accesses, futures, uses, nextInstructions, this::canLeaveSection);
        this.candidates = new CandidateValues(machine.program(), options.enumerated());
        this.answers = new ChoiceEnumeration(candidates);
        this.watchesDeadlock = machine.options().watches(Property.DEADLOCK);
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

    /** Whether some step did something new, so that nothing follows from this search's having found no violation. */
    boolean sawNews() {
        return sawNews;
    }

    @Override
    public Ending run() {
        State start = machine.start();
        var footing = new Footing(new LocalPoint[] {futures.point(start, 0)}, new long[1]);
        Optional<Ending> ending = keep(start, MoveChain.NOWHERE, footing, machine.enabled(start), false);
        while (ending.isEmpty() && !path.isEmpty() && visited.size() < goesOnUntil) {
            Optional<Reason> limit = limits.reached(visited.size());
            if (limit.isPresent()) return new Ending.GaveUp(limit.get());
            Node node = path.getLast();
            // If the group's steps all end the run, the other threads must be tried after all.
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

    private Outcome execute(State state, int thread, Footing footing, int[] script) {
        answers.begin(script);
        transitions++;
        Outcome outcome = recorder.step(state, thread, footing.points()[thread], answers);
        if (recorder.sawNews() && !sawNews) {
            sawNews = true;
            goesOnUntil = visited.size() + Math.max(AT_LEAST_ON, visited.size() / ON_ONE_IN);
        }
        return outcome;
    }

    private Footing after(Footing before, State state, int moved) {
        LocalPoint[] points = recorder.after(before.points(), state, moved);
        long[] waits = java.util.Arrays.copyOf(before.waitsFor(), points.length);
        waits[moved] = joins.of(state, moved, points);
        return new Footing(points, waits);
    }

    /** Executes the next step to try from the node, and the steps that follow without a choice. */
    private Optional<Ending> step(Node node) {
        int thread = node.threads[node.at];
        State next = node.state.fork();
        Outcome outcome = execute(next, thread, node.footing, node.script);
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

    /** Continues from a state while there is only one successor; keeps the state after that. */
    private Optional<Ending> follow(Node node, State state, MoveChain taken) {
        Footing footing = after(node.footing, state, taken.first());
        int last = taken.first();
        int count = 0;
        while (true) {
            if (state.threadCount() > SeenJoins.MOST_THREADS) {
                return Optional.of(new Ending.GaveUp(
                        new Reason(Reason.Kind.UNDECIDED, "more than " + SeenJoins.MOST_THREADS + " threads")));
            }
            int[] enabled = machine.enabled(state);
            Optional<Violation> wrong = deadlock(state, enabled);
            if (wrong.isPresent()) return Optional.of(violated(wrong.get(), taken.then(passed, count)));
            if (enabled.length == 0) return Optional.empty();
            order(enabled, last);
            int[] threads = groups.among(state, footing, enabled);
            boolean reduced = threads.length < enabled.length;
            if (threads.length != 1 || count == LONGEST_CHAIN) {
                return keep(state, taken.then(passed, count), footing, threads, reduced);
            }
            int thread = threads[0];
            Outcome outcome = execute(state, thread, footing, ChoiceEnumeration.NO_SCRIPT);
            switch (outcome) {
                case Outcome.Continued _ when !answers.wereAskedFor() -> {}
                case Outcome.Violated(var violation) -> {
                    passed[count] = thread;
                    return Optional.of(violated(violation, taken.then(passed, count), thread, answers.given()));
                }
                default -> {
                    // There may be more than one successor: the state before is rebuilt, to be kept.
                    MoveChain before = taken.then(passed, count);
                    return keep(rebuilt(node, before), before, footing, threads, reduced);
                }
            }
            passed[count++] = thread;
            last = thread;
            footing = after(footing, state, thread);
        }
    }

    private State rebuilt(Node node, MoveChain taken) {
        State state = node.state.fork();
        machine.step(state, taken.first(), ChoiceEnumeration.repeating(taken.choices()), Observer.NONE);
        for (int thread : taken.others()) machine.step(state, thread, answers, Observer.NONE); // no questions there
        return state;
    }

    private Optional<Violation> deadlock(State state, int[] enabled) {
        if (!watchesDeadlock) return Optional.empty();
        for (int thread : enabled) if (!nextInstructions.isAwake(state, thread)) return Optional.empty();
        return machine.deadlock(state);
    }

    /** Puts a state on the path unless it is known. */
    private Optional<Ending> keep(State state, MoveChain taken, Footing footing, int[] threads, boolean reduced) {
        Fingerprint fingerprint = state.fingerprint();
        Found found = visited.enter(fingerprint.high(), fingerprint.low());
        // A cycle back to the path must not leave threads out for ever (see AmpleSets).
        if (found == Found.ON_PATH && !path.isEmpty()) widen(path.getLast());
        if (found != Found.NEW) return Optional.empty();
        path.add(new Node(state, fingerprint, taken, footing, threads, reduced));
        deepest = Math.max(deepest, path.size());
        return Optional.empty();
    }

    /** Puts the thread that moved last first, so that paths with few context switches are found first. */
    private static void order(int[] threads, int last) {
        for (int i = 1; i < threads.length; i++) {
            if (threads[i] != last) continue;
            System.arraycopy(threads, 0, threads, 1, i);
            threads[0] = last;
        }
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
        int[] group = node.threads;
        int[] enabled = machine.enabled(node.state);
        int[] all = java.util.Arrays.copyOf(group, enabled.length);
        int at = group.length;
        for (int thread : enabled) {
            boolean isIn = false;
            for (int member : group) isIn |= member == thread;
            if (!isIn) all[at++] = thread;
        }
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
