package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a thread may still do to shared memory from where it stands: the ground of partial-order reduction. A step that
 * conflicts with no other thread's future can be taken first without losing anything.
 *
 * <p>To be asked about a program as {@link MarkShared} left it. Synchronising with an object counts as writing it, and so
 * does ending its life, as an activation does to the objects on its stack.
 */
public final class Futures {
    private final int classes;
    private final Map<String, Code> code = new HashMap<>();
    private final Footprint threadEnd;
    private final Footprint threadLocals;
    private final Footprint nothing;
    private final Footprint everything;
    private final List<String> names = new ArrayList<>();

    /** Of one function, by instruction. */
    private static final class Code {
        final Footprint[] steps;
        final Footprint[] futures;
        final Footprint ending;

        Code(int size, Footprint ending) {
            steps = new Footprint[size];
            futures = new Footprint[size];
            this.ending = ending;
        }
    }

    private Futures(int classes) {
        this.classes = classes;
        this.nothing = Footprint.empty(classes);
        this.everything = Footprint.empty(classes);
        this.everything.addEverything();
        this.threadEnd = Footprint.empty(classes);
        this.threadLocals = Footprint.empty(classes);
    }

    public static Futures of(Program program) {
        PointsTo pointsTo = PointsTo.of(program);
        if (pointsTo.isWild()) return unknown();
        return new Builder(new Sharing(pointsTo, new Threads(pointsTo))).build();
    }

    /** Everything may happen everywhere. */
    private static Futures unknown() {
        var futures = new Futures(1);
        futures.threadEnd.addEverything();
        futures.threadLocals.addEverything();
        return futures;
    }

    /** How many classes of memory are told apart. */
    public int classes() {
        return classes;
    }

    /** What the instruction itself touches; for the beginning of an atomic section, what the whole section touches. */
    public Footprint step(String function, int at) {
        Code known = code.get(function);
        return known == null ? everything : known.steps[at];
    }

    /** What may be touched from this instruction on to the end of its function, in calls, and by threads started there. */
    public Footprint future(String function, int at) {
        Code known = code.get(function);
        return known == null ? everything : known.futures[at];
    }

    /** What ends with an activation of the function. */
    public Footprint ending(String function) {
        Code known = code.get(function);
        return known == null ? everything : known.ending;
    }

    /** What any thread may touch when it has left its start function. */
    public Footprint threadEnd() {
        return threadEnd;
    }

    /** What ends with a thread: its copies of thread-local globals. */
    public Footprint threadLocals() {
        return threadLocals;
    }

    /** The classes a footprint holds, readable, for tests and dumps. */
    public String describe(Footprint footprint) {
        var text = new StringBuilder();
        for (int c = 0; c < names.size(); c++) {
            if (!footprint.mayRead(c) && !footprint.mayWrite(c)) continue;
            if (!text.isEmpty()) text.append(' ');
            text.append(footprint.mayRead(c) ? "r" : "").append(footprint.mayWrite(c) ? "w" : "");
            text.append(':').append(names.get(c));
        }
        return text.toString();
    }

    private static final class Builder {
        private final Sharing sharing;
        private final Map<String, Reached> reached;
        private final MemoryClasses classes;
        private final Futures futures;
        private final Map<String, Footprint> summaries = new HashMap<>();

        Builder(Sharing sharing) {
            this.sharing = sharing;
            this.reached = sharing.pointsTo().reached();
            this.classes = new MemoryClasses(sharing);
            this.futures = new Futures(classes.count());
            for (int c = 0; c < classes.count(); c++) futures.names.add(classes.name(c));
        }

        Futures build() {
            for (Reached function : reached.values()) steps(function);
            summarise();
            addAtomicSections();
            sharing.pointsTo().program().threadEpilogue().ifPresent(name -> futures.threadEnd.add(summary(name)));
            for (int o = 0; o < sharing.pointsTo().objects().size(); o++) {
                if (sharing.isShared(o) && sharing.isThreadLocal(o)) classes.end(o, futures.threadLocals);
            }
            futures.threadEnd.add(futures.threadLocals);
            for (Reached function : reached.values()) futures(function);
            return futures;
        }

        private Code code(Reached function) {
            Code code = futures.code.get(function.function.name());
            if (code == null) throw new IllegalStateException("function not yet seen");
            return code;
        }

        private Footprint summary(String function) {
            Footprint summary = summaries.get(function);
            if (summary == null) throw new IllegalStateException("function not yet seen");
            return summary;
        }

        /** What each instruction touches itself. */
        private void steps(Reached function) {
            String name = function.function.name();
            int size = function.function.body().size();
            Footprint ending = futures.nothing;
            if (sharing.activationEnds(name)) {
                ending = Footprint.empty(classes.count());
                BitSet stack = sharing.onStackOf(name);
                for (int o = stack.nextSetBit(0); o >= 0; o = stack.nextSetBit(o + 1)) classes.end(o, ending);
            }
            var code = new Code(size, ending);
            futures.code.put(name, code);
            Footprint summary = ending.copy();
            for (int at = 0; at < size; at++) {
                code.steps[at] = futures.nothing;
                if (!function.flow.isReachable(at)) continue;
                boolean early = sharing.threads().isEarly(name, at);
                code.steps[at] = step(function, at, early);
                summary.add(code.steps[at]);
            }
            summaries.put(name, summary);
        }

        private Footprint step(Reached function, int at, boolean early) {
            Instr instr = function.function.body().get(at);
            boolean onThreads =
                    instr instanceof Instr.Spawn || instr instanceof Instr.Join || instr instanceof Instr.Detach;
            if (early || (function.address[at] < 0 && !onThreads)) return futures.nothing;
            var footprint = Footprint.empty(classes.count());
            if (onThreads) footprint.addWrite(MemoryClasses.THREADS);
            classes.touch(function, at, footprint);
            return footprint.isEmpty() ? futures.nothing : footprint;
        }

        /** What each function touches with all it calls and starts: the smallest solution. */
        private void summarise() {
            Map<String, Set<String>> callers = new HashMap<>();
            for (Reached function : reached.values()) {
                for (List<String> targets : function.targets.values()) {
                    for (String target : targets) {
                        callers.computeIfAbsent(target, t -> new HashSet<>()).add(function.function.name());
                    }
                }
            }
            var pending = new ArrayDeque<>(reached.keySet());
            while (!pending.isEmpty()) {
                String name = pending.poll();
                for (String caller : callers.getOrDefault(name, Set.of())) {
                    if (summary(caller).add(summary(name))) pending.add(caller);
                }
            }
        }

        /** An atomic section is one great step: its beginning stands for the whole. */
        private void addAtomicSections() {
            for (Reached function : reached.values()) {
                List<Instr> body = function.function.body();
                for (int at = 0; at < body.size(); at++) {
                    if (body.get(at) instanceof Instr.AtomicBegin && function.flow.isReachable(at)) {
                        code(function).steps[at] = section(function, at);
                    }
                }
            }
        }

        private Footprint section(Reached function, int begin) {
            Code code = code(function);
            var whole = Footprint.empty(classes.count());
            var seen = new BitSet();
            var pending = new ArrayDeque<Integer>();
            pending.add(begin);
            while (!pending.isEmpty()) {
                int at = pending.poll();
                if (at == FlowGraph.NONE || seen.get(at)) continue;
                seen.set(at);
                Instr instr = function.function.body().get(at);
                if (instr instanceof Instr.AtomicEnd) continue;
                // A section that goes on in the caller, or where threads or the process begin or end, is not looked
                // into.
                if (instr instanceof Instr.Return
                        || instr instanceof Instr.Spawn
                        || instr instanceof Instr.ExitThread
                        || instr instanceof Instr.ExitProcess) {
                    return futures.everything;
                }
                if (at != begin) whole.add(code.steps[at]);
                for (String target : function.targets.getOrDefault(at, List.of())) whole.add(summary(target));
                pending.add(function.flow.first(at));
                pending.add(function.flow.second(at));
            }
            return whole;
        }

        /** Backwards over the strongly connected components, sharing sets where nothing is added. */
        private void futures(Reached function) {
            Code code = code(function);
            FlowGraph flow = function.flow;
            int size = flow.size();
            int[] order = new int[size];
            int[] start = new int[flow.components() + 1];
            for (int at = 0; at < size; at++) if (flow.isReachable(at)) start[flow.component(at) + 1]++;
            for (int c = 0; c < flow.components(); c++) start[c + 1] += start[c];
            int[] next = start.clone();
            for (int at = 0; at < size; at++) if (flow.isReachable(at)) order[next[flow.component(at)]++] = at;
            Arrays.fill(code.futures, futures.nothing);
            for (int c = 0; c < flow.components(); c++) {
                Footprint union = code.ending;
                for (int k = start[c]; k < start[c + 1]; k++) {
                    int at = order[k];
                    union = union(union, code.steps[at]);
                    for (String target : function.targets.getOrDefault(at, List.of())) {
                        union = union(union, summary(target));
                    }
                    for (int way = 0; way < 2; way++) {
                        int to = way == 0 ? flow.first(at) : flow.second(at);
                        if (to != FlowGraph.NONE && flow.component(to) != c) union = union(union, code.futures[to]);
                    }
                }
                for (int k = start[c]; k < start[c + 1]; k++) code.futures[order[k]] = union;
            }
        }

        private static Footprint union(Footprint a, Footprint b) {
            if (a == b || a.includes(b)) return a;
            if (b.includes(a)) return b;
            Footprint sum = a.copy();
            sum.add(b);
            return sum;
        }
    }
}
