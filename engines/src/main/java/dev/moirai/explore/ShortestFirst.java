package dev.moirai.explore;

import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Looks for a violation with as few context switches as possible, and among these with few steps (Dijkstra's algorithm
 * over states and the thread that moved last, without reduction). The result is for people to read, so the search is
 * limited in states and time. {@link FewSwitches} looks for unknown violations so. A single step that chooses many values can have more outcomes than there is time for, so
 * generated states count, too.
 */
final class ShortestFirst {
    private final Machine machine;
    private final ChoiceEnumeration answers;
    private final Ways ways;
    private final int mostStates;
    private final long deadline;
    private long made;

    /** The threads to try from a state to which the step of {@code last} has led. */
    interface Ways {
        int[] from(State state, int last);
    }

    /**
     * A way to a state.
     *
     * @param violates whether its last step violates a property
     */
    private record Way(MovesSoFar soFar, State state, long cost, boolean violates) {}

    private record Seen(Fingerprint fingerprint, int thread) {}

    private static final long STEP = 1;
    private static final long SWITCH = 1 << 20;

    /** Generated states wait in the queue and fill memory; this many are allowed for each one visited. */
    private static final int MADE_FOR_ONE_SEEN = 10;

    ShortestFirst(Machine machine, CandidateValues candidates, Ways ways, int mostStates, Duration time) {
        this.machine = machine;
        this.ways = ways;
        this.answers = new ChoiceEnumeration(candidates);
        this.mostStates = mostStates;
        this.deadline = System.nanoTime() + time.toNanos();
    }

    Optional<List<Move>> find() {
        var queue = new PriorityQueue<Way>((a, b) -> Long.compare(a.cost, b.cost));
        Set<Seen> seen = new HashSet<>();
        queue.add(new Way(MovesSoFar.NOWHERE, machine.start(), 0, false));
        while (!queue.isEmpty() && seen.size() < mostStates && !isEnough()) {
            Way way = queue.poll();
            if (way.violates || Run.violation(machine, way.state).isPresent()) return Optional.of(way.soFar.moves());
            if (!seen.add(new Seen(way.state.fingerprint(), way.soFar.thread()))) continue;
            for (int thread : ways.from(way.state, way.soFar.thread())) expand(way, thread, queue);
        }
        return Optional.empty();
    }

    private boolean isEnough() {
        return made >= MADE_FOR_ONE_SEEN * (long) mostStates
                || System.nanoTime() - deadline >= 0
                || Thread.currentThread().isInterrupted();
    }

    private void expand(Way way, int thread, PriorityQueue<Way> queue) {
        long cost = way.cost + STEP + (thread == way.soFar.thread() ? 0 : SWITCH);
        Optional<int[]> script = Optional.of(ChoiceEnumeration.NO_SCRIPT);
        while (script.isPresent() && !isEnough()) {
            State next = way.state.fork();
            made++;
            answers.begin(script.get());
            Outcome outcome = machine.step(next, thread, answers, Observer.NONE);
            script = answers.next();
            boolean violates = outcome instanceof Outcome.Violated;
            if (violates || outcome instanceof Outcome.Continued) {
                queue.add(new Way(way.soFar.then(thread, answers.given()), next, cost, violates));
            }
        }
    }
}
