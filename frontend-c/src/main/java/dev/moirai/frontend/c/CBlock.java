package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block of C and the stack objects that live as long as control is in it. */
final class CBlock {
    /**
     * An object of the block. If its size is known when the block is entered, it lives from there on, else from its
     * declaration.
     */
    record Slot(
            Local pointer, Type type, Expr bytes, Birth birth, Instr.Contents contents, String name, SourceSpan span) {}

    enum Birth {
        AT_ENTRY,
        AT_DECLARATION
    }

    private final @Nullable CBlock parent;
    private final int depth;
    private final List<Slot> slots = new ArrayList<>();
    private Optional<Instr> exitRoutine = Optional.empty();

    CBlock(@Nullable CBlock parent) {
        this.parent = parent;
        depth = parent == null ? 0 : parent.depth + 1;
    }

    @Nullable
    CBlock parent() {
        return parent;
    }

    int depth() {
        return depth;
    }

    /** Sets what runs whenever control leaves the block, while its objects are still alive. */
    void onExit(Instr routine) {
        exitRoutine = Optional.of(routine);
    }

    Optional<Instr> exitRoutine() {
        return exitRoutine;
    }

    List<Slot> slots() {
        return slots;
    }
}
