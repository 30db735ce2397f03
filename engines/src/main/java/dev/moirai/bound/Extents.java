package dev.moirai.bound;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How large the objects are that an address may point into. */
final class Extents {
    private final Program program;
    private final CallTargets targets;

    Extents(Program program, CallTargets targets) {
        this.program = program;
        this.targets = targets;
    }

    /**
     * The size in bytes of the largest object; nothing if it is not known. The address is that of the instruction
     * {@code index} of a function, with what is known of its locals put in.
     */
    OptionalLong of(String function, int index, Expr address) {
        if (root(address) instanceof Expr.GlobalAddress(var name, var _)) {
            Global global = program.globals().get(name);
            if (global != null) return OptionalLong.of(program.sizes().of(global.type()));
        }
        Optional<List<AbstractObject>> pointees = targets.pointsTo().pointees(function, index);
        if (pointees.isEmpty() || pointees.get().isEmpty()) return OptionalLong.empty();
        long largest = 0;
        for (AbstractObject object : pointees.get()) {
            OptionalLong size = size(object);
            if (size.isEmpty()) return size;
            largest = Math.max(largest, size.getAsLong());
        }
        return OptionalLong.of(largest);
    }

    private OptionalLong size(AbstractObject object) {
        return switch (object) {
            case AbstractObject.Unknown _ -> OptionalLong.empty();
            case AbstractObject.Variable(var global) ->
                OptionalLong.of(program.sizes().of(global.type()));
            case AbstractObject.Allocated(var function, var index, var _, var _) ->
                program.function(function).body().get(index) instanceof Instr.Alloc alloc
                        ? Folding.number(Folding.fold(alloc.bytes(), leaf -> leaf))
                        : OptionalLong.empty();
            case AbstractObject.Code _ -> OptionalLong.of(0);
        };
    }

    /** The pointer that the address was computed from. */
    private static Expr root(Expr address) {
        return switch (address) {
            case Expr.Member(var pointer, var _, var _, var _) -> root(pointer);
            case Expr.Index(var pointer, var _, var _, var _) -> root(pointer);
            case Expr.Cast(var type, var operand)
            when type instanceof Type.Pointer && operand.type() instanceof Type.Pointer -> root(operand);
            default -> address;
        };
    }
}
