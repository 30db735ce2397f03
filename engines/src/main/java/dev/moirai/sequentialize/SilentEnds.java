package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.ir.Visibility;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where an access that nobody sees may end the whole run, as nobody looks for bad ones: there a thread must be able to
 * stand, since others may go on before it. One place after each visible instruction is enough: nobody can tell how far a
 * thread has come from there.
 */
final class SilentEnds {
    private final BoundedProgram program;
    private final Sizes sizes;
    private final List<Instr> body;
    private final boolean mayHappen;
    /** Pointers that are nothing but the addresses of objects on the stack, with the sizes of these. */
    private final Map<Local, Long> objects = new HashMap<>();

    private boolean seen;

    SilentEnds(BoundedProgram program, List<Instr> body, LazyOptions options) {
        this.program = program;
        this.sizes = program.source().sizes();
        this.body = body;
        this.mayHappen = options.badAccess() == LazyOptions.BadAccess.ENDS_THE_RUN;
        if (!mayHappen) return;
        for (Instr instr : body) {
            if (instr instanceof Instr.Alloc alloc
                    && alloc.region() == Instr.Region.STACK
                    && alloc.bytes() instanceof Expr.Constant(var _, var bytes)) {
                objects.merge(alloc.into(), bytes, Math::min);
            }
        }
        for (Instr instr : body) {
            if (!(instr instanceof Instr.Alloc)) Operands.forEachWritten(instr, objects::remove);
        }
    }

    /** To be asked of all instructions in their order. */
    boolean needsPoint(int index) {
        if (!mayHappen) return false;
        Instr instr = body.get(index);
        if (Visibility.isVisible(instr)) {
            seen = true;
            return false;
        }
        return seen && mayFail(instr);
    }

    /** Whether the run may end with this instruction. */
    boolean mayEndAt(int index) {
        return mayHappen && mayFail(body.get(index));
    }

    void hasPoint() {
        seen = false;
    }

    private boolean mayFail(Instr instr) {
        return switch (instr) {
            case Instr.ScalarAccess access -> !isGood(access);
            case Instr.Free i -> i.region() == Instr.Region.HEAP;
            case Instr.Resize _ -> true;
            default -> false;
        };
    }

    /** A place in an object that is there: how many bytes lie before and behind it, and whether it may be written. */
    private record Inside(long before, long behind, boolean writable) {
        Inside moved(long bytes) {
            return new Inside(before + bytes, behind - bytes, writable);
        }
    }

    private boolean isGood(Instr.ScalarAccess access) {
        Inside place = place(access.address()).orElse(null);
        if (place == null || place.before < 0 || place.behind < sizes.of(access.type())) return false;
        return place.writable || access instanceof Instr.Load;
    }

    private Optional<Inside> place(Expr address) {
        return switch (address) {
            case Local local -> Optional.ofNullable(objects.get(local)).map(size -> new Inside(0, size, true));
            case Expr.GlobalAddress(var name, var _) ->
                Optional.ofNullable(program.globals().get(name))
                        .map(global ->
                                new Inside(0, size(global), !global.storage().isConstant()));
            case Expr.Member(var pointer, var tag, var field, var _) -> moved(pointer, offset(tag, field));
            case Expr.Index(var pointer, var element, Expr.Constant(var _, var index), var _)
            when index == (int) index -> moved(pointer, index * sizes.of(element));
            case Expr.Cell(var map, var _) -> place(map);
            case Expr.Cast(Type.Pointer _, var operand) when operand.type() instanceof Type.Pointer -> place(operand);
            default -> Optional.empty();
        };
    }

    private Optional<Inside> moved(Expr pointer, long bytes) {
        Optional<Inside> place = place(pointer);
        return place.isEmpty() ? place : Optional.of(place.get().moved(bytes));
    }

    private long size(Global global) {
        return sizes.of(global.type());
    }

    private long offset(String tag, int field) {
        return program.source().layout(tag).fields().get(field).offset();
    }
}
