package dev.moirai.sequentialize;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Visibility;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where an access that nobody sees may end the whole run, as nobody looks for bad ones: there a thread must be able to
 * stand, since others may go on before it. One place after each visible instruction is enough: nobody can tell how far a
 * thread has come from there.
 */
final class SilentEnds {
    private final List<Instr> body;
    private final boolean mayHappen;
    /** Pointers that are nothing but the addresses of objects on the stack. */
    private final Set<Local> objects = new HashSet<>();

    private boolean seen;

    SilentEnds(List<Instr> body, LazyOptions options) {
        this.body = body;
        this.mayHappen = options.badAccess() == LazyOptions.BadAccess.ENDS_THE_RUN;
        if (!mayHappen) return;
        for (Instr instr : body) {
            if (instr instanceof Instr.Alloc alloc && alloc.region() == Instr.Region.STACK) objects.add(alloc.into());
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
            case Instr.Load(var _, var address, var _, var _) -> !isGood(address);
            case Instr.Store(var address, var _, var _, var _) -> !isGood(address);
            case Instr.Rmw i -> !isGood(i.address());
            case Instr.CompareExchange i -> !isGood(i.address());
            case Instr.Free i -> i.region() == Instr.Region.HEAP;
            case Instr.Resize _ -> true;
            default -> false;
        };
    }

    private boolean isGood(Expr address) {
        return switch (address) {
            case Local local -> objects.contains(local);
            case Expr.GlobalAddress _ -> true;
            case Expr.Member(var pointer, var _, var _, var _) -> isGood(pointer);
            case Expr.Cast(var _, var operand) -> isGood(operand);
            default -> false;
        };
    }
}
