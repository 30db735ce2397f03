package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block of C and the stack objects that live as long as control is in it. */
final class Block {
    /** {@code contents}: an object of known size comes to life as the block is entered, any other at its declaration. */
    record Slot(
            Local pointer, Type type, Expr bytes, Birth birth, Instr.Contents contents, String name, SourceSpan span) {}

    enum Birth {
        AT_ENTRY,
        AT_DECLARATION
    }

    private final @Nullable Block parent;
    private final int depth;
    private final List<Slot> slots = new ArrayList<>();

    Block(@Nullable Block parent) {
        this.parent = parent;
        depth = parent == null ? 0 : parent.depth + 1;
    }

    @Nullable
    Block parent() {
        return parent;
    }

    int depth() {
        return depth;
    }

    List<Slot> slots() {
        return slots;
    }
}
