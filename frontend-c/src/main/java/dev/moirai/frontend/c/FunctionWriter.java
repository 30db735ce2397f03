package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects the instructions of one function. Which objects a jump brings to life or ends is known only when all
 * declarations have been seen, so jumps and block borders stay symbolic until {@link #finish}. Unreachable code is not
 * collected. Without a function, for constant expressions, every instruction is refused.
 */
final class FunctionWriter {
    private sealed interface Item {}

    private record Plain(Instr instr) implements Item {}

    private record Enter(CBlock block, SourceSpan span) implements Item {}

    private record Leave(CBlock block, SourceSpan span) implements Item {}

    /** With a condition: jumps to {@code target} if it holds, else to {@code otherwise} in the same block. */
    private record Jump(Optional<Expr> condition, String target, String otherwise, CBlock from, SourceSpan span)
            implements Item {}

    private record Blank() implements Item {}

    /** A state to roll back to. */
    record Mark(int items, int locals, int slots, boolean reachable) {}

    enum Purpose {
        BODY,
        CONSTANT
    }

    private final Purpose purpose;
    private final List<Item> items = new ArrayList<>();
    private final List<Local> locals = new ArrayList<>();
    private final Map<String, Integer> namesGiven = new HashMap<>();
    private final Map<String, CBlock> blockOfLabel = new HashMap<>();
    private final Set<String> referenced = new HashSet<>();
    private final Map<String, String> libraryLoops = new HashMap<>();
    private CBlock block = new CBlock(null);
    private int temporaries;
    private int labels;
    private int dryRuns;
    private boolean reachable = true;

    FunctionWriter(Purpose purpose) {
        this.purpose = purpose;
    }

    // ---- locals and labels -------------------------------------------------------------------------------------

    Local temporary(Type type) {
        var local = new Local("%" + ++temporaries, type);
        locals.add(local);
        return local;
    }

    /** A local of this name, with a number appended if the name is taken. */
    Local named(String name, Type type) {
        int number = namesGiven.merge(name, 1, Integer::sum);
        var local = new Local(number == 1 ? name : name + "@" + number, type);
        locals.add(local);
        return local;
    }

    String label(String hint) {
        return hint + "." + ++labels;
    }

    /** A label for the head of a loop that the user did not write; {@code instead} is what the user did write. */
    String libraryLoop(String hint, String instead) {
        String label = label(hint);
        libraryLoops.put(label, instead);
        return label;
    }

    Map<String, String> libraryLoops() {
        return libraryLoops;
    }

    // ---- writing -----------------------------------------------------------------------------------------------

    void emit(Instr instr) {
        if (purpose == Purpose.CONSTANT && dryRuns == 0) throw new CError(instr.span(), "not a constant expression");
        switch (instr) {
            case Instr.Label(var name, var span) -> place(name, span);
            case Instr.Goto(var target, var span) -> jump(target, span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) ->
                branch(condition, whenTrue, whenFalse, span);
            default -> {
                if (reachable) items.add(new Plain(instr));
                reachable &= !endsControl(instr);
            }
        }
    }

    private static boolean endsControl(Instr instr) {
        return switch (instr) {
            case Instr.Terminal _ -> true;
            case Instr.Assume(var condition, var _) -> condition.equals(Expr.FALSE);
            default -> false;
        };
    }

    /**
     * Emits {@code local = value}; a value that was just fetched into a temporary is fetched into the local instead.
     */
    void assign(Local local, Expr value, SourceSpan span) {
        if (reachable && value instanceof Local from && from.isTemporary() && !items.isEmpty()) {
            Optional<Instr> direct =
                    items.getLast() instanceof Plain(var instr) ? intoInstead(instr, from, local) : Optional.empty();
            if (direct.isPresent()) {
                items.set(items.size() - 1, new Plain(direct.get()));
                return;
            }
        }
        emit(new Instr.Assign(local, value, span));
    }

    private static Optional<Instr> intoInstead(Instr instr, Local from, Local into) {
        if (!from.type().equals(into.type())) return Optional.empty();
        return switch (instr) {
            case Instr.Load(var old, var address, var access, var span)
            when old.equals(from) -> Optional.of(new Instr.Load(into, address, access, span));
            case Instr.Nondet(var old, var source, var span)
            when old.equals(from) -> Optional.of(new Instr.Nondet(into, source, span));
            case Instr.Call(var old, var callee, var arguments, var span)
            when old.isPresent() && old.get().equals(from) ->
                Optional.of(new Instr.Call(Optional.of(into), callee, arguments, span));
            default -> Optional.empty();
        };
    }

    /** The value in a form that can be used twice without being computed twice. */
    Expr settle(Expr value, SourceSpan span) {
        if (isCheap(value) || (purpose == Purpose.CONSTANT && dryRuns == 0)) return value;
        Local local = temporary(value.type());
        emit(new Instr.Assign(local, value, span));
        return local;
    }

    /**
     * Whether the value is a name or names a place: readers and analyses see more in such an expression than in a
     * temporary.
     */
    private static boolean isCheap(Expr value) {
        return switch (value) {
            case Local _, Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> true;
            case Expr.Member(var pointer, var _, var _, var _) -> isCheap(pointer);
            case Expr.Index(var pointer, var _, var index, var _) -> isCheap(pointer) && isCheapIndex(index);
            case Expr.Cast(var type, var operand) -> type instanceof Type.Pointer && isCheap(operand);
            default -> false;
        };
    }

    private static boolean isCheapIndex(Expr index) {
        return index instanceof Local
                || index instanceof Expr.Constant
                || (index instanceof Expr.Cast(var _, var operand) && operand instanceof Local);
    }

    boolean isReachable() {
        return reachable;
    }

    /** Reserves a position for an instruction that will be known later. */
    int leaveBlank() {
        items.add(new Blank());
        return items.size() - 1;
    }

    void fillIn(int blank, Instr instr) {
        items.set(blank, new Plain(instr));
    }

    // ---- control -----------------------------------------------------------------------------------------------

    void place(String label, SourceSpan span) {
        requireBody(span);
        items.add(new Plain(new Instr.Label(label, span)));
        blockOfLabel.put(label, block);
        reachable = true;
    }

    /** Places a label that only earlier instructions can name, if one does. */
    void land(String label, SourceSpan span) {
        if (referenced.contains(label)) place(label, span);
    }

    void jump(String target, SourceSpan span) {
        requireBody(span);
        if (!reachable) return;
        referenced.add(target);
        items.add(new Jump(Optional.empty(), target, "", block, span));
        reachable = false;
    }

    void branch(Expr condition, String whenTrue, String whenFalse, SourceSpan span) {
        requireBody(span);
        if (condition instanceof Expr.Constant(var _, var bits)) {
            jump(bits != 0 ? whenTrue : whenFalse, span);
            return;
        }
        if (!reachable) return;
        referenced.add(whenTrue);
        referenced.add(whenFalse);
        items.add(new Plain(new Instr.Branch(condition, whenTrue, whenFalse, span)));
        reachable = false;
    }

    /** Jumps, perhaps into another block, if the condition holds; else falls through. */
    void jumpIf(Expr condition, String target, SourceSpan span) {
        requireBody(span);
        if (!reachable) return;
        if (condition instanceof Expr.Constant(var _, var bits)) {
            if (bits != 0) jump(target, span);
            return;
        }
        String otherwise = label("next");
        referenced.add(target);
        items.add(new Jump(Optional.of(condition), target, otherwise, block, span));
        items.add(new Plain(new Instr.Label(otherwise, span)));
    }

    private void requireBody(SourceSpan span) {
        if (purpose == Purpose.CONSTANT && dryRuns == 0) throw new CError(span, "not a constant expression");
    }

    // ---- blocks ------------------------------------------------------------------------------------------------

    void open(SourceSpan span) {
        block = new CBlock(block);
        if (reachable) items.add(new Enter(block, span));
    }

    void close(SourceSpan span) {
        if (reachable) items.add(new Leave(block, span));
        block = BlockLives.parent(block);
    }

    CBlock block() {
        return block;
    }

    /** Closes this block and the blocks that declarations have opened inside it. */
    void closeAll(CBlock outermost, SourceSpan span) {
        while (block != outermost) close(span);
        close(span);
    }

    /** What a return must run first: the exit routines of the blocks that control is in, innermost first. */
    List<Instr> exitRoutines() {
        var routines = new ArrayList<Instr>(0);
        for (CBlock left = block; left != null; left = left.parent())
            left.exitRoutine().ifPresent(routines::add);
        return routines;
    }

    /** After an error: leaves the blocks opened since {@code outer}. */
    void backTo(CBlock outer) {
        block = outer;
    }

    void add(CBlock.Slot slot) {
        block.slots().add(slot);
    }

    // ---- trying out --------------------------------------------------------------------------------------------

    Mark mark() {
        return new Mark(items.size(), locals.size(), block.slots().size(), reachable);
    }

    boolean nothingSince(Mark mark) {
        return items.size() == mark.items && block.slots().size() == mark.slots;
    }

    /** Whether there is nothing but control: what was translated is an expression, and so are all its parts. */
    boolean onlyJumpsSince(Mark mark) {
        return block.slots().size() == mark.slots
                && items.subList(mark.items, items.size()).stream().allMatch(FunctionWriter::isControl);
    }

    private static boolean isControl(Item item) {
        return item instanceof Jump
                || item instanceof Plain(var instr) && (instr instanceof Instr.Branch || instr instanceof Instr.Label);
    }

    void returnTo(Mark mark) {
        items.subList(mark.items, items.size()).clear();
        locals.subList(mark.locals, locals.size()).clear();
        block.slots().subList(mark.slots, block.slots().size()).clear();
        reachable = mark.reachable;
    }

    void beginDryRun() {
        dryRuns++;
    }

    void endDryRun() {
        dryRuns--;
    }

    boolean isDryRun() {
        return dryRuns > 0;
    }

    boolean isConstant() {
        return purpose == Purpose.CONSTANT;
    }

    // ---- the result --------------------------------------------------------------------------------------------

    List<Local> locals() {
        return locals;
    }

    /** The block that contains the label, if the label is placed. */
    Optional<CBlock> blockOf(String label) {
        return Optional.ofNullable(blockOfLabel.get(label));
    }

    List<Instr> finish(SourceSpan span) {
        var body = new ArrayList<Instr>(items.size() + 16);
        for (CBlock.Slot slot : block.slots()) BlockLives.begin(slot, span, body);
        for (Item item : items) {
            switch (item) {
                case Plain(var instr) -> {
                    if (instr instanceof Instr.Label(var name, var _)) dropGotoTo(name, body);
                    body.add(instr);
                }
                case Enter(var entered, var at) -> entered.slots().forEach(slot -> BlockLives.begin(slot, at, body));
                case Leave(var left, var at) -> BlockLives.end(left, at, body);
                case Jump jump -> expand(jump, body);
                case Blank _ -> {}
            }
        }
        // Nothing is reached behind an assumption that never holds, but a function must not seem to run off its end.
        if (!body.isEmpty() && body.getLast() instanceof Instr.Assume) {
            body.add(new Instr.ExitProcess(Expr.constant(Type.I32, 0), span));
        }
        return body;
    }

    private static void dropGotoTo(String label, List<Instr> body) {
        boolean useless =
                !body.isEmpty() && body.getLast() instanceof Instr.Goto(var target, var _) && target.equals(label);
        if (useless) body.removeLast();
    }

    private void expand(Jump jump, List<Instr> body) {
        CBlock to = blockOfLabel.get(jump.target);
        // A label of ours, which has a dot, is missing only where an error was told.
        if (to == null && jump.target.indexOf('.') >= 0) return;
        if (to == null) throw new CError(jump.span, "label " + jump.target + " is not defined");
        var way = new ArrayList<Instr>();
        BlockLives.transfer(jump.from, to, jump.span, way);
        if (jump.condition.isEmpty()) {
            body.addAll(way);
            body.add(new Instr.Goto(jump.target, jump.span));
        } else if (way.isEmpty()) {
            body.add(new Instr.Branch(jump.condition.get(), jump.target, jump.otherwise, jump.span));
        } else {
            String taken = label("taken");
            body.add(new Instr.Branch(jump.condition.get(), taken, jump.otherwise, jump.span));
            body.add(new Instr.Label(taken, jump.span));
            body.addAll(way);
            body.add(new Instr.Goto(jump.target, jump.span));
        }
    }
}
