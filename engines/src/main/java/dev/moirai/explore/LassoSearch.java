package dev.moirai.explore;

import dev.moirai.explore.StateGraph.NodeFacts;
import dev.moirai.explore.StateGraph.StepFacts;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Source;
import dev.moirai.property.Reason;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The explicit search for fair runs that go on for ever: builds the whole state graph, breadth first and without
 * reduction, and looks for a {@link FairCycleSearch fair cycle} in it now and then while the graph grows. A repeated state
 * is the same to the byte, up to dead locals and freed objects; a program with finitely many states is decided.
 */
public final class LassoSearch {
    /**
     * The number of states at the first search for a cycle; later searches come whenever the graph has grown fourfold.
     */
    private static final int FIRST_LOOK = 500;

    private static final int GROWTH = 4;

    /** A step that asks more often runs in an invisible loop; not all its answers can be tried. */
    private static final int MOST_CHOICES = 24;

    private final Machine machine;
    private final LivenessProperty liveness;
    private final Limits limits;
    private final CandidateValues candidates;
    private final StateGraph graph = new StateGraph();
    private final Map<Key, Integer> known = new HashMap<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final Map<SourceSpan, Integer> timeouts = new HashMap<>();
    private Optional<Integer> deadlock = Optional.empty();
    private Optional<Ending> unanswered = Optional.empty();
    private Optional<Reason> gap = Optional.empty();

    private record Key(Fingerprint state, int phase) {}

    private record Pending(State state, int phase) {}

    /** A run that ends: the path to the node, and then perhaps a move. */
    private record Ending(int node, List<Move> last) {}

    public sealed interface Result {
        record Found(FairRun run) implements Result {}

        /** There is no such run, but one that gets stuck. */
        record Stuck(List<Move> moves) implements Result {}

        /** A run that ends, or gets stuck, with a response owed. */
        record Unanswered(List<Move> moves) implements Result {}

        /** There is no such run: all states were seen. */
        record None() implements Result {}

        record Unknown(Reason reason) implements Result {}
    }

    public record Search(Result result, long states, long transitions) {}

    private LassoSearch(Machine machine, LivenessProperty liveness, ExploreOptions options) {
        this.machine = machine;
        this.liveness = liveness;
        this.limits = new Limits(options);
        this.candidates = new CandidateValues(machine.program(), options.enumerated());
    }

    /** @param machine of a prepared program, watching nothing, so that undefined behaviour just ends the run */
    public static Search search(Machine machine, LivenessProperty liveness, ExploreOptions options) {
        var search = new LassoSearch(machine, liveness, options);
        Result result = search.run();
        return new Search(result, search.graph.nodes(), search.graph.edges());
    }

    private Result run() {
        State start = machine.start();
        for (int phase : liveness.phases(machine, start, LivenessProperty.IDLE)) node(start, phase);
        int nextLook = FIRST_LOOK;
        Optional<Reason> limit = Optional.empty();
        for (int node = 0; !pending.isEmpty() && limit.isEmpty() && unanswered.isEmpty(); node++) {
            expand(node, pending.poll());
            limit = limits.reached(graph.nodes());
            if (graph.nodes() < nextLook) continue;
            nextLook = graph.nodes() * GROWTH;
            Optional<FairRun> found = cycle();
            if (found.isPresent()) return new Result.Found(found.get());
        }
        Optional<FairRun> found = cycle();
        if (found.isPresent()) return new Result.Found(found.get());
        if (unanswered.isPresent()) return new Result.Unanswered(moves(unanswered.get()));
        if (deadlock.isPresent()) return new Result.Stuck(graph.wayTo(deadlock.get()));
        if (limit.isPresent()) return new Result.Unknown(limit.get());
        if (gap.isPresent()) return new Result.Unknown(gap.get());
        return candidates
                .incomplete()
                .<Result>map(choice -> new Result.Unknown(new Reason(
                        Reason.Kind.VALUES,
                        "not every value was tried of " + choice.subject() + " at " + choice.span())))
                .orElseGet(Result.None::new);
    }

    private List<Move> moves(Ending ending) {
        var moves = new ArrayList<>(graph.wayTo(ending.node));
        moves.addAll(ending.last);
        return moves;
    }

    private Optional<FairRun> cycle() {
        return FairCycleSearch.find(graph, liveness.fairness()).map(edges -> {
            int start = graph.source(edges.getFirst());
            return new FairRun(
                    graph.wayTo(start), edges.stream().map(graph::move).toList());
        });
    }

    private int node(State state, int phase) {
        var key = new Key(state.fingerprint(), phase);
        Integer number = known.get(key);
        if (number != null) return number;
        int node = graph.addNode(facts(state, phase));
        known.put(key, node);
        pending.add(new Pending(state, phase));
        if (machine.deadlock(state).isPresent()) {
            if (deadlock.isEmpty()) deadlock = Optional.of(node);
            if (phase == LivenessProperty.OWED && unanswered.isEmpty())
                unanswered = Optional.of(new Ending(node, List.of()));
        }
        return node;
    }

    private NodeFacts facts(State state, int phase) {
        long ready = 0;
        int threads = Math.min(state.threadCount(), StateGraph.MOST_THREADS);
        for (int i = 0; i < threads; i++) if (machine.isReady(state, i)) ready |= 1L << i;
        return new NodeFacts(ready, state.atomicHolder() >= 0, liveness.accepts(state, phase));
    }

    private void expand(int node, Pending from) {
        graph.expand(node);
        if (from.state().threadCount() > StateGraph.MOST_THREADS) {
            gap = undecided("more than " + StateGraph.MOST_THREADS + " threads");
            return;
        }
        for (int thread : machine.enabled(from.state())) {
            boolean spurious = !machine.isReady(from.state(), thread);
            var answers = new Questions(spurious);
            Optional<int[]> script = Optional.of(ChoiceEnumeration.NO_SCRIPT);
            while (script.isPresent()) {
                State next = from.state().fork();
                answers.begin(script.get());
                Outcome outcome = machine.step(next, thread, answers, Observer.NONE);
                script = answers.asked() > MOST_CHOICES ? Optional.empty() : answers.inner.next();
                if (answers.asked() > MOST_CHOICES)
                    gap = undecided("a step with more than " + MOST_CHOICES + " choices");
                switch (outcome) {
                    case Outcome.Continued _ -> {
                        for (int phase : liveness.phases(machine, next, from.phase())) {
                            graph.addEdge(answers.facts(thread), node(next, phase));
                        }
                    }
                    case Outcome.LimitReached(var reason, var _) -> gap = undecided(reason);
                    case Outcome.Ended _ -> {
                        for (int phase : liveness.phases(machine, next, from.phase())) {
                            if (phase != LivenessProperty.OWED || unanswered.isPresent()) continue;
                            unanswered = Optional.of(new Ending(node, List.of(answers.move(thread))));
                        }
                    }
                    case Outcome.Pruned _, Outcome.Violated _ -> {}
                }
            }
        }
    }

    /** Answers what a step asks, and records what matters for fairness. */
    private final class Questions implements Chooser {
        private final ChoiceEnumeration inner = new ChoiceEnumeration(candidates);
        private final boolean wakesSpuriously;
        private long asked;
        private long fired;
        private boolean spurious;

        Questions(boolean wakesSpuriously) {
            this.wakesSpuriously = wakesSpuriously;
        }

        void begin(int[] script) {
            inner.begin(script);
            asked = 0;
            fired = 0;
            spurious = wakesSpuriously;
        }

        @Override
        public long choose(Choice choice) {
            long answer = inner.choose(choice);
            if (choice instanceof Choice.AnyValue(var _, Source.Timer _, var _)) {
                int site = timeouts.computeIfAbsent(choice.span(), _ -> timeouts.size());
                if (site >= Long.SIZE) gap = undecided("more than " + Long.SIZE + " time-outs");
                asked |= 1L << site;
                if (answer != 0) fired |= 1L << site;
            }
            if (choice.isSpurious(answer)) spurious = true;
            return answer;
        }

        int asked() {
            return inner.count();
        }

        Move move(int thread) {
            return new Move(thread, Arrays.stream(inner.given()).boxed().toList());
        }

        StepFacts facts(int thread) {
            return new StepFacts(thread, inner.given(), asked, fired, spurious);
        }
    }

    private static Optional<Reason> undecided(String words) {
        return Optional.of(new Reason(Reason.Kind.UNDECIDED, words));
    }
}
