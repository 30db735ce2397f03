package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** The instructions with which the objects of a block begin and end to live as control enters and leaves it. */
final class BlockLives {
    private BlockLives() {}

    /** Ends the objects of the blocks that are left and begins those of the blocks that are entered. */
    static void transfer(CBlock from, CBlock to, SourceSpan span, List<Instr> body) {
        CBlock left = from;
        CBlock entered = to;
        var entering = new ArrayList<CBlock>();
        while (left != entered) {
            if (left.depth() >= entered.depth()) {
                end(left, span, body);
                left = parent(left);
            } else {
                entering.add(entered);
                entered = parent(entered);
            }
        }
        for (CBlock inner : entering.reversed()) inner.slots().forEach(slot -> begin(slot, span, body));
    }

    static CBlock parent(CBlock block) {
        CBlock parent = block.parent();
        if (parent == null) throw new IllegalStateException("blocks of two functions");
        return parent;
    }

    static void begin(CBlock.Slot slot, SourceSpan span, List<Instr> body) {
        switch (slot.birth()) {
            case AT_ENTRY ->
                body.add(new Instr.Alloc(
                        slot.pointer(),
                        slot.type(),
                        slot.bytes(),
                        Instr.Region.STACK,
                        slot.contents(),
                        slot.name(),
                        slot.span().line() == 0 ? span : slot.span()));
            // Not alive yet: if control leaves before the declaration, freeing null does nothing.
            case AT_DECLARATION ->
                body.add(new Instr.Assign(
                        slot.pointer(), Fold.zero(slot.pointer().type()), span));
        }
    }

    static void end(CBlock block, SourceSpan span, List<Instr> body) {
        block.exitRoutine().ifPresent(body::add);
        for (CBlock.Slot slot : block.slots().reversed()) {
            body.add(new Instr.Free(slot.pointer(), Instr.Region.STACK, Access.PLAIN, span));
        }
    }
}
