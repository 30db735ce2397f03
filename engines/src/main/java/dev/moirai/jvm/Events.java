package dev.moirai.jvm;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.predict.BranchFlips;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.Range;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The trace as it grows: one step for each visible event, with the computations that follow it in its thread. */
final class Events {
    /** A step that is not complete yet. {@code steps} is how many steps the thread has made with it, as scripts count them. */
    private record Draft(int thread, int steps, List<TraceEvent> events) {}

    /** What an event of one instruction is about: an instruction may have several. */
    enum Aspect {
        ACCESS,
        UPDATE,
        BEGIN_ATOMIC,
        END_ATOMIC,
        RESULT,
        NOT_NULL,
        IN_BOUNDS,
        NOT_ZERO,
        BRANCH,
        PASSED,
        PASSED_OTHERWISE,
        LOCK,
        UNLOCK,
        WAIT,
        AWAKE,
        RELOCK,
        SIGNAL,
        SPAWN,
        JOIN,
        HAND,
        DONE,
        COMPLETE,
        HELPED,
        JOIN_TASK,
        COUNT,
        COUNT_DOWN,
        END
    }

    private static final SourceSpan OUTSIDE = SourceSpan.NOWHERE;
    /** How many sites an instruction has: its aspects, and after them one for each value that is pinned. */
    private static final int SITES = 512;

    private static final int FIRST_PIN = 64;

    private final SharedCells sharing;
    private final List<Draft> drafts = new ArrayList<>();
    private final Map<Integer, Draft> current = new HashMap<>();
    private final Set<Range> met = new HashSet<>();
    private final Map<String, Map<Integer, InstrSite>> sites = new HashMap<>();
    private final Map<MethodNode, int[]> lines = new IdentityHashMap<>();
    private int symbols;

    Events(SharedCells sharing) {
        this.sharing = sharing;
    }

    /** Whether the run is only looked at for what is shared: nothing is written then. */
    boolean isSilent() {
        return !sharing.isSettled();
    }

    static Local local(String name, Kind kind) {
        return new Local(name, kind.type());
    }

    // ---- sites -------------------------------------------------------------------------------------------------

    private InstrSite site(FollowedThread thread, Aspect aspect, Function<SourceSpan, Instr> make, Local... reads) {
        return site(thread, aspect.ordinal(), make, reads);
    }

    private InstrSite site(FollowedThread thread, int aspect, Function<SourceSpan, Instr> make, Local... reads) {
        String function = thread.isIdle() ? "" : thread.top().method().name();
        int index = (thread.isIdle() ? 0 : thread.top().index()) * SITES + aspect;
        return sites.computeIfAbsent(function, _ -> new HashMap<>())
                .computeIfAbsent(
                        index, _ -> new InstrSite(readable(function), index, make.apply(span(thread)), List.of(reads)));
    }

    private static String readable(String function) {
        int bracket = function.indexOf('(');
        return (bracket < 0 ? function : function.substring(0, bracket)).replace('/', '.');
    }

    /** Where in the source a thread is. */
    SourceSpan span(FollowedThread thread) {
        if (thread.isIdle()) return OUTSIDE;
        Frame frame = thread.top();
        int[] table = lines.computeIfAbsent(frame.method().node(), Events::lines);
        String file = frame.method().owner().sourceFile;
        return new SourceSpan(file == null ? frame.method().owner().name : file, table[frame.index()], 0);
    }

    private static int[] lines(MethodNode method) {
        int[] table = new int[method.instructions.size()];
        int line = 0;
        int index = 0;
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof LineNumberNode number) line = number.line;
            table[index++] = line;
        }
        return table;
    }

    // ---- visible events ----------------------------------------------------------------------------------------

    /** Begins a step. */
    void visible(
            FollowedThread thread,
            Aspect aspect,
            Function<SourceSpan, Instr> make,
            List<Local> reads,
            List<JvmValue> bound,
            int symbol,
            long result,
            List<Range> ranges,
            OptionalLong before,
            List<Integer> threads) {
        if (isSilent()) return;
        var draft = new Draft(thread.number(), thread.steps(), new ArrayList<>());
        drafts.add(draft);
        current.put(thread.number(), draft);
        met.addAll(ranges);
        draft.events()
                .add(event(
                        site(thread, aspect, make, reads.toArray(Local[]::new)),
                        bound,
                        symbol,
                        result,
                        ranges,
                        before,
                        threads));
    }

    /** From here to {@link #endAtomic} nobody else moves. */
    void beginAtomic(FollowedThread thread) {
        visible(
                thread,
                Aspect.BEGIN_ATOMIC,
                Instr.AtomicBegin::new,
                List.of(),
                List.of(),
                0,
                0,
                List.of(),
                OptionalLong.empty(),
                List.of());
    }

    void endAtomic(FollowedThread thread) {
        if (isSilent()) return;
        quiet(thread, site(thread, Aspect.END_ATOMIC, Instr.AtomicEnd::new), List.of(), 0, 0);
    }

    int stepCount() {
        return drafts.size();
    }

    /** Whether all steps from that one on are this thread's. */
    boolean areStepsOf(FollowedThread thread, int from) {
        return drafts.subList(from, drafts.size()).stream().allMatch(it -> it.thread() == thread.number());
    }

    /** Whether the trace has no event about this place yet. */
    boolean isNew(Range range) {
        return !met.contains(range);
    }

    int newSymbol() {
        return isSilent() ? 0 : ++symbols;
    }

    private static TraceEvent event(
            InstrSite site,
            List<JvmValue> bound,
            int symbol,
            long result,
            List<Range> ranges,
            OptionalLong before,
            List<Integer> threads) {
        int[] names = bound.stream().mapToInt(JvmValue::symbol).toArray();
        long[] values = bound.stream().mapToLong(JvmValue::bits).toArray();
        return new TraceEvent(site, names, values, symbol, result, result, ranges, before, TraceEvent.NOTHING, threads);
    }

    /** A thread begins: its first step has no visible event. */
    void begins(int thread) {
        if (isSilent()) return;
        var draft = new Draft(thread, 0, new ArrayList<>());
        drafts.add(draft);
        current.put(thread, draft);
    }

    // ---- computations ------------------------------------------------------------------------------------------

    private void quiet(FollowedThread thread, InstrSite site, List<JvmValue> bound, int symbol, long result) {
        Draft draft = current.get(thread.number());
        if (draft == null) throw new FollowException("thread " + thread.number() + " has not begun");
        draft.events().add(event(site, bound, symbol, result, List.of(), OptionalLong.empty(), List.of()));
    }

    private static boolean isSymbolic(List<JvmValue> values) {
        for (JvmValue each : values) if (each.isSymbolic()) return true;
        return false;
    }

    /** What is computed from these values; a symbol of its own if one of them has one. */
    JvmValue computed(FollowedThread thread, Kind kind, long bits, Expr expr, List<Local> reads, List<JvmValue> bound) {
        if (isSilent() || !isSymbolic(bound)) return JvmValue.of(kind, bits);
        int symbol = newSymbol();
        InstrSite site = site(
                thread,
                Aspect.RESULT,
                span -> new Instr.Assign(local("result", kind), expr, span),
                reads.toArray(Local[]::new));
        quiet(thread, site, bound, symbol, bits);
        return JvmValue.of(kind, bits, symbol);
    }

    /** A condition that held; if it had not, the thread would have failed. */
    void mustHold(
            FollowedThread thread,
            Aspect aspect,
            Property property,
            String message,
            Expr condition,
            List<Local> reads,
            List<JvmValue> bound) {
        if (isSilent() || !isSymbolic(bound)) return;
        InstrSite site = site(
                thread,
                aspect,
                span -> new Instr.Assert(condition, property, message, span),
                reads.toArray(Local[]::new));
        quiet(thread, site, bound, 0, 1);
    }

    /** Writes down which way a branch went. */
    void branched(FollowedThread thread, boolean taken, Expr condition, List<Local> reads, List<JvmValue> bound) {
        if (isSilent() || !isSymbolic(bound)) return;
        InstrSite site = site(
                thread,
                Aspect.BRANCH,
                span -> new Instr.Branch(condition, "taken", "not taken", span),
                reads.toArray(Local[]::new));
        quiet(thread, site, bound, 0, taken ? 1 : 0);
    }

    /** Holds a value to what it was: whatever is not followed has seen it. */
    void pin(FollowedThread thread, JvmValue value, int which) {
        if (isSilent() || !value.isSymbolic()) return;
        Local now = local("now", value.kind());
        Local then = local("then", value.kind());
        InstrSite site = site(
                thread,
                FIRST_PIN + which,
                span -> new Instr.Branch(
                        new Expr.Compare(Expr.CompareOp.EQUAL, now, then), BranchFlips.PINNED, "", span),
                now,
                then);
        quiet(thread, site, List.of(value, JvmValue.of(value.kind(), value.bits())), 0, 1);
    }

    /** The thread is over. */
    void ended(FollowedThread thread) {
        if (isSilent() || !current.containsKey(thread.number())) return;
        InstrSite site = site(thread, Aspect.END, span -> new Instr.Return(Optional.empty(), span));
        quiet(thread, site, List.of(), 0, 0);
    }

    // ---- the whole ---------------------------------------------------------------------------------------------

    List<RecordedStep> steps() {
        return drafts.stream()
                .map(draft -> new RecordedStep(draft.thread(), draft.events(), List.of()))
                .toList();
    }

    /** By step of the trace: how many steps its thread has made with it, as scripts count them. */
    int[] counts() {
        return drafts.stream().mapToInt(Draft::steps).toArray();
    }
}
