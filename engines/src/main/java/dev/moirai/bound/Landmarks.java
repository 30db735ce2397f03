package dev.moirai.bound;

import dev.moirai.analysis.FlowGraph;
import dev.moirai.bound.Landmark.Kind;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the {@link Landmark}s of a program, in functions that some thread may execute.
 *
 * <p>To come to an assertion is to ask whether it holds. One that always fails, as the body of {@code reach_error()}, is
 * asked about by the branch that leads to it: no run comes to the place itself but one that fails. A loop's own test is no
 * such branch, for behind the loop it asks nothing.
 */
public final class Landmarks {
    private final Program program;
    private final CallGraph calls;
    private final List<Landmark> found = new ArrayList<>();
    private final Map<Kind, Set<Site>> together = new LinkedHashMap<>();
    private final Map<String, Flow> flows = new HashMap<>();

    /** The flow of control in a function, backwards. */
    private record Flow(List<Instr> body, Loops loops, List<List<Integer>> predecessors) {
        static Flow of(Function function) {
            var graph = new FlowGraph(function);
            List<List<Integer>> predecessors = new ArrayList<>();
            for (int i = 0; i < graph.size(); i++) predecessors.add(new ArrayList<>());
            for (int i = 0; i < graph.size(); i++) {
                if (graph.first(i) != FlowGraph.NONE)
                    predecessors.get(graph.first(i)).add(i);
                if (graph.second(i) != FlowGraph.NONE)
                    predecessors.get(graph.second(i)).add(i);
            }
            return new Flow(function.body(), new Loops(function), predecessors);
        }

        /** Whether a branch asks a question about the instruction, and not how often a loop goes round before it. */
        boolean decides(int branch, int index) {
            return body.get(branch) instanceof Instr.Branch
                    && loops.around(branch).stream().allMatch(loop -> loop.contains(index));
        }
    }

    private Landmarks(Program program) {
        this.program = program;
        this.calls = new CallGraph(program);
    }

    /** In the order of the program's text; all places that wait are one landmark, and all that synchronise another. */
    public static List<Landmark> of(Program program) {
        var landmarks = new Landmarks(program);
        Set<String> alive = landmarks.calls.alive();
        program.functions().values().stream()
                .filter(function -> alive.contains(function.name()))
                .forEach(landmarks::collect);
        landmarks.exits(program.function(program.entry()));
        landmarks.together.forEach((kind, sites) -> landmarks.found.add(
                new Landmark(kind, sites, program.function(program.entry()).span())));
        return landmarks.found;
    }

    /** What one call starts. Where its attributes decide whether the thread is detached, it has two instructions. */
    private record Start(SourceSpan span, Expr function, List<Expr> arguments) {
        static Start of(Instr.Spawn spawn) {
            return new Start(spawn.span(), spawn.function(), spawn.arguments());
        }
    }

    private void collect(Function function) {
        Map<Start, Set<Site>> starts = new LinkedHashMap<>();
        for (int i = 0; i < function.body().size(); i++) {
            var site = new Site(function.name(), i);
            switch (function.body().get(i)) {
                case Instr.Spawn spawn ->
                    starts.computeIfAbsent(Start.of(spawn), _ -> new LinkedHashSet<>())
                            .add(site);
                case Instr.Assert(var condition, var property, var _, var span)
                when property == Property.ASSERTION ->
                    found.add(new Landmark(
                            Kind.ASSERTION, condition.equals(Expr.FALSE) ? deciding(site) : Set.of(site), span));
                case Instr.Patient _, Instr.Join _, Instr.Wait _, Instr.Arrive _ -> {
                    add(Kind.WAIT, site);
                    add(Kind.SYNCHRONISATION, site);
                }
                case Instr.Unlock _,
                        Instr.Signal _,
                        Instr.Up _,
                        Instr.Detach _,
                        Instr.InitSync _,
                        Instr.DestroySync _ -> add(Kind.SYNCHRONISATION, site);
                default -> {}
            }
        }
        starts.forEach((start, sites) -> found.add(new Landmark(Kind.THREAD, sites, start.span())));
    }

    private void add(Kind kind, Site site) {
        together.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(site);
    }

    private void exits(Function entry) {
        var graph = new FlowGraph(entry);
        for (Loop loop : Loops.ofUser(entry)) {
            var exits = new LinkedHashSet<Site>();
            for (int i = loop.first(); i <= loop.last(); i++) {
                for (int next : new int[] {graph.first(i), graph.second(i)}) {
                    if (next != FlowGraph.NONE && !loop.contains(next)) exits.add(new Site(entry.name(), next));
                }
            }
            if (!exits.isEmpty()) found.add(new Landmark(Kind.LOOP_EXIT, exits, loop.span()));
        }
    }

    // ---- assertions that always fail ---------------------------------------------------------------------------

    private Set<Site> deciding(Site assertion) {
        var branches = new LinkedHashSet<Site>();
        var seen = new HashSet<Site>(Set.of(assertion));
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Site at = open.remove();
            for (Site before : before(at)) {
                Flow flow = flow(before.function());
                boolean sameFunction = before.function().equals(at.function());
                if (sameFunction && flow.body().get(before.index()) instanceof Instr.Branch) {
                    if (flow.decides(before.index(), at.index())) branches.add(before);
                } else if (seen.add(before)) {
                    open.add(before);
                }
            }
        }
        return branches.isEmpty() ? Set.of(assertion) : branches;
    }

    /** Where control comes from: in a function's first instruction, from its calls. */
    private List<Site> before(Site at) {
        var before = new ArrayList<Site>();
        for (int i : flow(at.function()).predecessors().get(at.index())) before.add(new Site(at.function(), i));
        if (at.index() == 0) before.addAll(calls.callers(at.function()));
        return before;
    }

    private Flow flow(String function) {
        return flows.computeIfAbsent(function, name -> Flow.of(program.function(name)));
    }
}
