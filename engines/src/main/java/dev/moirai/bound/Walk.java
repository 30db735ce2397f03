package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How often a loop can turn because it walks through memory: an access that every turn makes, at an address that every turn
 * moves by the same number of bytes. Once it has left its object the access is an error and ends the run, whether anybody
 * looks for that or not. So {@code strlen} makes no more turns than its object has bytes, and one that fails.
 */
final class Walk {
    private final List<Instr> body;
    private final Loops loops;
    private final Loop loop;
    private final Sizes sizes;
    private final Extent extent;
    /** For each local that changes in the loop: where, or -1 if in several places. */
    private final Map<Local, Integer> changes = new HashMap<>();

    /** How large the objects are that the address of an instruction may point into; nothing if that is not known. */
    interface Extent {
        OptionalLong of(int index, Expr address);
    }

    private Walk(List<Instr> body, Loops loops, Loop loop, Sizes sizes, Extent extent) {
        this.body = body;
        this.loops = loops;
        this.loop = loop;
        this.sizes = sizes;
        this.extent = extent;
        for (int i = loop.first(); i <= loop.last(); i++) {
            int at = i;
            Operands.forEachWritten(body.get(i), local -> changes.merge(local, at, (_, _) -> -1));
        }
    }

    /** The most turns that can be made without an error, if some access says so. */
    static OptionalLong turns(List<Instr> body, Loops loops, Loop loop, Sizes sizes, Extent extent) {
        return new Walk(body, loops, loop, sizes, extent).turns();
    }

    private OptionalLong turns() {
        OptionalLong least = OptionalLong.empty();
        for (int i = loop.first(); i <= loop.last(); i++) {
            OptionalLong own = switch (body.get(i)) {
                case Instr.Load(var _, var address, var _, var _) -> turns(i, address);
                case Instr.Store(var address, var _, var _, var _) -> turns(i, address);
                default -> OptionalLong.empty();
            };
            if (own.isPresent() && (least.isEmpty() || own.getAsLong() < least.getAsLong())) least = own;
        }
        return least;
    }

    private OptionalLong turns(int index, Expr address) {
        long step = Math.abs(step(address));
        if (step == 0 || !loops.isOnEveryTurn(loop, index)) return OptionalLong.empty();
        OptionalLong bytes = extent.of(index, address);
        return bytes.isEmpty() ? bytes : OptionalLong.of(Math.ceilDiv(bytes.getAsLong(), step));
    }

    /** By how many bytes a turn moves the pointer; 0 if that is not plain. */
    private long step(Expr pointer) {
        return switch (pointer) {
            case Local local -> change(local);
            case Expr.Cast(var type, var operand)
            when type instanceof Type.Pointer && isPointer(operand) -> step(operand);
            case Expr.Member(var base, var _, var _, var _) -> step(base);
            case Expr.Index(var base, var element, var index, var _) -> {
                long size = sizes.of(element);
                if (isFixed(base)) yield size * count(index);
                yield isFixed(index) ? step(base) : 0;
            }
            default -> 0;
        };
    }

    /** By how much a turn changes the number. */
    private long count(Expr number) {
        return switch (number) {
            case Local local -> change(local);
            case Expr.Cast(var type, var operand)
            when type instanceof Type.Int to && operand.type() instanceof Type.Int from && to.width() >= from.width() ->
                count(operand);
            case Expr.Binary(var op, var left, var right)
            when op == BinaryOp.ADD || op == BinaryOp.SUBTRACT -> {
                if (isFixed(right)) yield count(left);
                if (!isFixed(left)) yield 0;
                yield op == BinaryOp.ADD ? count(right) : -count(right);
            }
            default -> 0;
        };
    }

    /** What the loop's one assignment to the local adds; 0 if it does something else, or not on every turn. */
    private long change(Local local) {
        int at = changes.getOrDefault(local, -1);
        if (at < 0 || !loops.isOnEveryTurn(loop, at)) return 0;
        if (!(body.get(at) instanceof Instr.Assign(var _, var value, var _))) return 0;
        return switch (value) {
            case Expr.Index(var base, var element, Expr.Constant(var _, var by), var _)
            when base.equals(local) -> sizes.of(element) * by;
            case Expr.Binary(var op, var left, Expr.Constant(var _, var by))
            when left.equals(local) -> op == BinaryOp.ADD ? by : op == BinaryOp.SUBTRACT ? -by : 0;
            default -> 0;
        };
    }

    private boolean isFixed(Expr expr) {
        boolean[] fixed = {true};
        Operands.forEachLocal(expr, local -> fixed[0] &= !changes.containsKey(local));
        return fixed[0];
    }

    private static boolean isPointer(Expr expr) {
        return expr.type() instanceof Type.Pointer;
    }
}
