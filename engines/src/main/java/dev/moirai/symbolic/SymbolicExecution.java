package dev.moirai.symbolic;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Executes an acyclic, call-free program once, on terms instead of values. All jumps go forward, so every instruction
 * is executed once, with one {@link PathState} in which all ways to it have been joined: values that differ become choices
 * over the condition that parted the ways. Constants stay constants as long as the paths agree on them.
 *
 * <p>Claim: a model of {@link Formula#violation()} is an execution that fails; if neither it nor a cut is satisfiable,
 * no execution fails. Checked against the interpreter by {@code SymbolicAgainstInterpreterTest}.
 */
public final class SymbolicExecution {
    private final World world;
    private final String scope;
    private final Set<Property> watched;
    final Knowledge knowledge;
    private final TermPool pool;
    private final SymbolicMemory memory;
    private final Addresses addresses;
    private final Translator translator;
    private final MemorySteps accesses;

    private final List<Formula.Failure> violations = new ArrayList<>();
    private final List<Formula.Cut> cuts = new ArrayList<>();
    final List<Formula.Choice> choices = new ArrayList<>();
    private final Map<String, PathState> waiting = new HashMap<>();

    /** The condition under which control reaches each instruction, by index; 0 if it was not executed. */
    private int[] arrivals = new int[64];

    int index;

    @Nullable
    PathState path;

    boolean isTrial;

    /**
     * Prepares the execution of one body, which begins with {@link #start}.
     *
     * @param scope a name that distinguishes this body's free values from those of other bodies in the same world
     */
    public SymbolicExecution(World world, String scope, Set<Property> watched, Knowledge knowledge) {
        this.world = world;
        this.scope = scope;
        this.watched = watched;
        this.knowledge = knowledge;
        this.pool = world.pool;
        this.memory = world.memory;
        this.addresses = world.addresses;
        this.translator = world.newTranslator();
        this.accesses = new MemorySteps(this, world, translator);
    }

    /**
     * What the caller knows of the body's instructions.
     *
     * @param site for an allocation at an index, a key that it shares only with copies of which at most one is executed
     * @param epilogue from this index on the body only inspects the finished run: a bad memory access there is no
     *     violation
     */
    public record Knowledge(IntFunction<Object> site, int epilogue) {
        public static final Knowledge NONE = new Knowledge(index -> index, Integer.MAX_VALUE);
    }

    /** Executes the program's entry function from its start to all its ends. */
    public static Formula of(Program program, Set<Property> watched, Knowledge knowledge, TermPool pool) {
        var execution = new SymbolicExecution(new World(program, program.globals(), pool), "", watched, knowledge);
        execution.start(Guard.always());
        List<Instr> body = program.function(program.entry()).body();
        for (int i = 0; i < body.size(); i++) execution.step(i, body.get(i));
        return execution.formula();
    }

    // ---- execution, step by step -----------------------------------------------------------------------------------

    /** Starts at the first instruction, which control reaches when the guard holds; locals are unset. */
    public void start(Guard guard) {
        path = new PathState(guard, Values.NONE);
    }

    /** Executes the next instruction of the body; nothing happens where control cannot reach it. */
    public void step(int at, Instr instr) {
        index = at;
        if (instr instanceof Instr.Label(var name, var _)) arrive(name);
        PathState here = path;
        if (here == null) return;
        if (!isTrial) arrives(at, here.guard());
        stepOrCut(instr, here);
    }

    private void arrives(int at, Guard guard) {
        if (at >= arrivals.length) arrivals = Arrays.copyOf(arrivals, Math.max(at + 1, 2 * arrivals.length));
        arrivals[at] = guard.term();
    }

    /** The condition under which control reaches the instruction; false if it never did. */
    private int arrival(int at) {
        return at < arrivals.length && arrivals[at] != Values.ABSENT ? arrivals[at] : TermPool.FALSE;
    }

    /** An instruction that cannot be expressed ends the path; whether control can reach it is a question of its own. */
    private void stepOrCut(Instr instr, PathState at) {
        try {
            step(instr, at);
        } catch (Unencodable e) {
            cutOff(at, String.valueOf(e.getMessage()), e.span());
        } catch (Addresses.TooLarge e) {
            cutOff(at, String.valueOf(e.getMessage()), instr.span());
        }
    }

    private void cutOff(PathState at, String what, SourceSpan span) {
        cut(at, TermPool.TRUE, new CutReason.Construct(what, span));
        path = null;
    }

    public Formula formula() {
        return new Formula(pool, violations, cuts, choices, this::arrival);
    }

    /** Whether control can reach the current instruction. */
    public boolean isAlive() {
        return path != null;
    }

    /** The condition under which control reaches the current instruction. */
    public Guard guard() {
        return here().guard();
    }

    public int term(Expr expr, SourceSpan span) {
        return translator.term(expr, here(), span);
    }

    /** Continues only where the condition holds. */
    public void assume(int condition) {
        proceed(here(), condition);
    }

    /** The contents of the cell on the current path. */
    public int contents(Cell cell) {
        return memory.readCell(here().values(), cell);
    }

    public boolean hasWritten(Cell cell) {
        return memory.isWritten(here().values(), cell);
    }

    /** Makes the path continue as if it had not written the cell. */
    public void forget(Cell cell) {
        path = new PathState(here().guard(), memory.forget(here().values(), cell));
    }

    /**
     * The contents of memory on all paths, including those that wait at labels ahead; afterwards they have forgotten
     * the cells.
     *
     * @param cells to forget
     */
    public Snapshot handOver(Iterable<Cell> cells) {
        if (path != null) path = new PathState(path.guard(), memory.settled(path.values()));
        waiting.replaceAll((_, other) -> new PathState(other.guard(), memory.settled(other.values())));
        PathState all = path;
        for (PathState other : waiting.values()) all = all == null ? other : join(all, other);
        Values values = all == null ? Values.NONE : all.values();
        for (Cell cell : cells) {
            if (path != null) forget(cell);
            waiting.replaceAll((_, other) -> new PathState(other.guard(), memory.forget(other.values(), cell)));
        }
        return cell -> memory.isWritten(values, cell) ? memory.readCell(values, cell) : memory.atFirst(cell);
    }

    /** The contents of memory at a moment. */
    public interface Snapshot {
        int contents(Cell cell);
    }

    /**
     * Executes a part of the body without consequences: it adds no violation and no reached bound, and the state is
     * restored.
     */
    public void tryOut(Runnable part) {
        PathState before = path;
        var waitingBefore = new HashMap<>(waiting);
        int indexBefore = index;
        // Paths that wait further ahead take no part.
        waiting.clear();
        isTrial = true;
        part.run();
        isTrial = false;
        path = before;
        index = indexBefore;
        waiting.clear();
        waiting.putAll(waitingBefore);
    }

    /** Whether some path waits at a label ahead. */
    public boolean isAwaited() {
        return !waiting.isEmpty();
    }

    /** The objects that the address may lie in, each with its condition. */
    public List<Extent> extents(int address) {
        return addresses.targets(address).stream()
                .map(target ->
                        new Extent(target.condition(), addresses.pointerTo(target.object()), target.object().extent))
                .toList();
    }

    /** @param bytes a term */
    public record Extent(int condition, int start, int bytes) {}

    PathState here() {
        if (path == null) throw new IllegalStateException("control cannot come here");
        return path;
    }

    private void arrive(String label) {
        PathState other = waiting.remove(label);
        if (other != null) path = path == null ? other : join(path, other);
    }

    private PathState join(PathState left, PathState right) {
        Guard.Parting parting = Guard.parting(pool, left.guard(), right.guard());
        Values values = memory.mergeValues(left.values(), right.values(), parting.left());
        return new PathState(parting.common().and(pool, pool.or(parting.left(), parting.right())), values);
    }

    private void jump(String label, PathState from) {
        if (from.guard().isImpossible()) return;
        waiting.merge(label, from, (old, _) -> join(old, from));
    }

    private void step(Instr instr, PathState at) {
        switch (instr) {
            case Instr.Assign(var into, var value, var span) -> set(at, into, translator.term(value, at, span));
            case Instr.Nondet(var into, var _, var span) -> set(at, into, fresh(into.type(), span));
            case Instr.Load i -> accesses.load(at, i);
            case Instr.Store i -> accesses.store(at, i);
            case Instr.Rmw i -> accesses.update(at, i);
            case Instr.CompareExchange i -> accesses.compareExchange(at, i);
            case Instr.Alloc i -> accesses.allocate(at, i);
            case Instr.Resize i -> accesses.resize(at, i);
            case Instr.Free(var pointer, var region, var _, var span) -> accesses.free(at, pointer, region, span);
            case Instr.Goto(var target, var _) -> {
                jump(target, at);
                path = null;
            }
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) -> {
                int test = at.guard().decide(translator.term(condition, at, span));
                jump(whenTrue, assuming(at, test));
                jump(whenFalse, assuming(at, -test));
                path = null;
            }
            case Instr.Assume(var condition, var span) -> proceed(at, translator.term(condition, at, span));
            case Instr.Block(var condition, var wakeup, var span) -> {
                if (wakeup == Instr.Wakeup.SIGNALLED_ONLY) proceed(at, translator.term(condition, at, span));
            }
            case Instr.Assert(var condition, var property, var message, var span) -> {
                int holds = at.guard().decide(translator.term(condition, at, span));
                demand(at, holds, property, message, span);
            }
            case Instr.Cut(var reason, var _) -> {
                cut(at, TermPool.TRUE, reason);
                path = null;
            }
            case Instr.Return _, Instr.ExitProcess _ -> path = null;
            case Instr.Fence _,
                    Instr.Print _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Yield _,
                    Instr.Label _ -> {}
            case Instr.Synchronisation _, Instr.Call _, Instr.Spawn _, Instr.ExitThread _, Instr.Self _ ->
                throw new IllegalArgumentException("not a bounded sequential program: " + instr);
        }
    }

    private PathState assuming(PathState at, int condition) {
        return new PathState(at.guard().and(pool, condition), at.values());
    }

    /** Continues only where the condition holds. */
    void proceed(PathState at, int condition) {
        PathState next = assuming(at, at.guard().decide(condition));
        path = next.guard().isImpossible() ? null : next;
    }

    void demand(PathState at, int holds, Property property, String message, SourceSpan span) {
        if (holds != TermPool.TRUE && watched.contains(property)) {
            int fails = pool.and(at.guard().term(), -holds);
            if (fails != TermPool.FALSE && !isTrial)
                violations.add(new Formula.Failure(fails, property, message, span, index));
        }
        proceed(at, holds);
    }

    void set(PathState at, Local into, int term) {
        path = new PathState(at.guard(), at.values().with(translator.slot(into), term));
    }

    private int fresh(Type type, SourceSpan span) {
        int width = translator.width(type, span);
        String name = scope + "choice " + index;
        int term = type instanceof Type.Pointer
                ? addresses.free(name)
                : width == 0
                        ? pool.boolVar(name)
                        : MathTerms.isMath(width) ? pool.math().variable(name, width) : pool.bvVar(name, width);
        if (!isTrial) choices.add(new Formula.Choice(index, type, term));
        return term;
    }

    void cut(PathState at, int when, CutReason reason) {
        int condition = pool.and(at.guard().term(), when);
        // Bounds are reached again in the real execution; a construct that cannot be expressed must not be mistaken for
        // an answer.
        boolean counts = !isTrial || reason instanceof CutReason.Construct;
        if (condition != TermPool.FALSE && counts) cuts.add(new Formula.Cut(condition, reason));
    }
}
