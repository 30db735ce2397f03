package dev.moirai.explore;

import dev.moirai.analysis.StronglyConnected;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Source;
import dev.moirai.source.SourceSpan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Looks for a run in which a given thread makes steps for ever: a cycle of the state graph with a step of that thread.
 * The graph grows breadth first, without reduction, up to a limit. Of the cycles found, one that a strongly fair
 * scheduler can follow is preferred: where some thread is enabled but never moves in a part of the graph, the states in
 * which it is enabled are removed, and the rest is searched again (Emerson and Lei 1987); so are the states in which a
 * timer is asked that never runs out there. Spurious wake-ups and
 * failures may happen, but not for ever, so they are on no cycle.
 */
public final class EndlessThread {
    private static final int MOST_ANSWERS = 500;

    private final Machine machine;
    private final Predicate<String> wanted;
    private final CandidateValues candidates;
    private final int mostStates;
    private final long deadline;

    private final Map<Fingerprint, Integer> known = new HashMap<>();
    private final List<BitSet> enabled = new ArrayList<>();
    private final List<Integer> foundBy = new ArrayList<>();
    private final List<List<Edge>> steps = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private boolean complete = true;

    /** @param timers those that the step asks, and whether they have run out */
    private record Edge(
            int from, int to, Move move, boolean wanted, boolean spurious, Map<SourceSpan, Boolean> timers) {}

    /** A stem, then a loop for ever. */
    public record Lasso(List<Move> stem, List<Move> loop, Scheduler scheduler) {
        /** The kind of scheduler under which the lasso is possible. */
        public enum Scheduler {
            FAIR,
            UNFAIR
        }
    }

    /** @param lasso if one was found; if none was and {@code complete} holds, none exists */
    public record Result(Optional<Lasso> lasso, boolean complete) {}

    private EndlessThread(Machine machine, Predicate<String> wanted, int mostStates, Duration time) {
        this.machine = machine;
        this.wanted = wanted;
        this.candidates = new CandidateValues(machine.program(), ExploreOptions.DEFAULT.enumerated());
        this.mostStates = mostStates;
        this.deadline = System.nanoTime() + time.toNanos();
    }

    /** @param wanted the names of the threads of which one must move for ever */
    public static Result search(Machine machine, Predicate<String> wanted, int mostStates, Duration time) {
        return new EndlessThread(machine, wanted, mostStates, time).run();
    }

    private Result run() {
        var pending = new ArrayDeque<State>();
        node(machine.start(), -1, pending);
        int next = 256;
        for (int at = 0; !pending.isEmpty(); at++) {
            expand(at, pending);
            boolean over = enabled.size() > mostStates || System.nanoTime() > deadline;
            if (!over && enabled.size() < next) continue;
            next *= 4;
            Optional<Lasso> lasso = lasso();
            boolean fair = lasso.filter(found -> found.scheduler() == Lasso.Scheduler.FAIR)
                    .isPresent();
            if (fair || over) return new Result(lasso, false);
        }
        boolean all = complete && candidates.incomplete().isEmpty();
        return new Result(lasso(), all);
    }

    private int node(State state, int by, ArrayDeque<State> pending) {
        Integer number = known.putIfAbsent(state.fingerprint(), enabled.size());
        if (number != null) return number;
        var can = new BitSet();
        for (int thread : machine.enabled(state)) if (machine.isReady(state, thread)) can.set(thread);
        enabled.add(can);
        foundBy.add(by);
        steps.add(List.of());
        pending.add(state);
        return enabled.size() - 1;
    }

    private void expand(int at, ArrayDeque<State> pending) {
        State from = pending.remove();
        var out = new ArrayList<Edge>();
        for (int thread : machine.enabled(from)) {
            var answers = new ChoiceEnumeration(candidates);
            Optional<int[]> script = Optional.of(ChoiceEnumeration.NO_SCRIPT);
            for (int tried = 0; script.isPresent(); tried++) {
                // A step that asks in a loop has more answers than can be tried.
                if (tried == MOST_ANSWERS || System.nanoTime() > deadline) {
                    complete = false;
                    break;
                }
                State to = from.fork();
                answers.begin(script.get());
                Map<SourceSpan, Boolean> timers = new HashMap<>();
                boolean[] spurious = {!machine.isReady(from, thread)};
                Chooser chooser = choice -> {
                    long answer = answers.choose(choice);
                    spurious[0] |= choice.isSpurious(answer);
                    if (choice instanceof Choice.AnyValue(var _, Source.Timer _, var _)) {
                        timers.merge(choice.span(), answer != 0, Boolean::logicalOr);
                    }
                    return answer;
                };
                Outcome outcome = machine.step(to, thread, chooser, Observer.NONE);
                script = answers.next();
                if (outcome instanceof Outcome.LimitReached) complete = false;
                if (!(outcome instanceof Outcome.Continued)) continue;
                var move =
                        new Move(thread, Arrays.stream(answers.given()).boxed().toList());
                int number = edges.size();
                boolean isWanted = wanted.test(from.threadName(thread));
                var edge = new Edge(at, node(to, number, pending), move, isWanted, spurious[0], timers);
                edges.add(edge);
                out.add(edge);
            }
        }
        steps.set(at, out);
    }

    // ---- cycles ------------------------------------------------------------------------------------------------

    private Optional<Lasso> lasso() {
        var all = new BitSet();
        all.set(0, enabled.size());
        Optional<BitSet> any = Optional.empty();
        var parts = new ArrayDeque<BitSet>(parts(all));
        while (!parts.isEmpty()) {
            BitSet part = parts.poll();
            if (inside(part).stream().noneMatch(Edge::wanted)) continue;
            if (any.isEmpty()) any = Optional.of(part);
            BitSet owed = owed(part);
            Set<SourceSpan> silent = timersThatNeverFire(part);
            if (owed.isEmpty() && silent.isEmpty()) return Optional.of(lasso(part, Lasso.Scheduler.FAIR));
            var left = (BitSet) part.clone();
            for (Edge edge : inside(part)) {
                if (edge.timers().keySet().stream().anyMatch(silent::contains)) left.clear(edge.from());
            }
            part.stream().filter(node -> enabled.get(node).intersects(owed)).forEach(left::clear);
            parts.addAll(parts(left));
        }
        return any.map(part -> lasso(part, Lasso.Scheduler.UNFAIR));
    }

    private List<Edge> inside(BitSet part) {
        return part.stream()
                .boxed()
                .flatMap(node -> steps.get(node).stream())
                .filter(edge -> part.get(edge.to()) && !edge.spurious())
                .toList();
    }

    /** The threads that are enabled somewhere in the part and move nowhere in it. */
    private BitSet owed(BitSet part) {
        var owed = new BitSet();
        part.stream().forEach(node -> owed.or(enabled.get(node)));
        inside(part).forEach(edge -> owed.clear(edge.move().thread()));
        return owed;
    }

    /** Those that are asked in the part, where they never have run out. */
    private Set<SourceSpan> timersThatNeverFire(BitSet part) {
        Map<SourceSpan, Boolean> fires = new HashMap<>();
        for (Edge edge : inside(part)) {
            edge.timers().forEach((timer, fired) -> fires.merge(timer, fired, Boolean::logicalOr));
        }
        fires.values().removeIf(fired -> fired);
        return fires.keySet();
    }

    private Lasso lasso(BitSet part, Lasso.Scheduler scheduler) {
        Edge first = inside(part).stream().filter(Edge::wanted).findFirst().orElseThrow();
        var loop = new ArrayList<>(List.of(first));
        if (scheduler == Lasso.Scheduler.FAIR) {
            var moved = new BitSet();
            moved.set(first.move().thread());
            var fired = new HashSet<>(fired(first));
            for (Edge edge : inside(part)) {
                if (moved.get(edge.move().thread()) && fired.containsAll(fired(edge))) continue;
                loop.addAll(path(part, loop.getLast().to(), node -> node == edge.from()));
                loop.add(edge);
                for (Edge step : loop) {
                    moved.set(step.move().thread());
                    fired.addAll(fired(step));
                }
            }
        }
        loop.addAll(path(part, loop.getLast().to(), node -> node == first.from()));
        var stem = new ArrayList<Move>();
        for (int by = foundBy.get(first.from());
                by >= 0;
                by = foundBy.get(edges.get(by).from())) {
            stem.addFirst(edges.get(by).move());
        }
        return new Lasso(stem, loop.stream().map(Edge::move).toList(), scheduler);
    }

    private static Set<SourceSpan> fired(Edge edge) {
        var fired = new HashSet<SourceSpan>();
        edge.timers().forEach((timer, now) -> {
            if (now) fired.add(timer);
        });
        return fired;
    }

    private List<Edge> path(BitSet part, int from, IntPredicate to) {
        Map<Integer, Edge> by = new HashMap<>();
        var queue = new ArrayDeque<>(List.of(from));
        int end = -1;
        while (end < 0) {
            int at = queue.remove();
            if (to.test(at)) end = at;
            for (Edge edge : steps.get(at)) {
                if (part.get(edge.to())
                        && !edge.spurious()
                        && edge.to() != from
                        && by.putIfAbsent(edge.to(), edge) == null) queue.add(edge.to());
            }
        }
        var path = new ArrayList<Edge>();
        for (int at = end; at != from; at = path.getFirst().from()) path.addFirst(Objects.requireNonNull(by.get(at)));
        return path;
    }

    /** The strongly connected parts that contain a step. */
    private List<BitSet> parts(BitSet among) {
        return StronglyConnected.from(among.stream(), enabled.size(), new StronglyConnected.Graph() {
                    @Override
                    public int places(int node) {
                        return steps.get(node).size();
                    }

                    @Override
                    public int target(int node, int place) {
                        Edge edge = steps.get(node).get(place);
                        return edge.spurious() || !among.get(edge.to()) ? StronglyConnected.NONE : edge.to();
                    }
                })
                .cycles();
    }
}
