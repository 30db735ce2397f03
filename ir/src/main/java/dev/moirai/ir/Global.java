package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * An object that lives as long as the process, or, thread-local, as long as its thread. Where {@code initial} says
 * nothing it is zero, or, with {@link Instr.Contents#FREE}, has any value, which is chosen when it is first read. Zero of a
 * map is the map that is zero everywhere; of a named type, element number 0.
 */
public record Global(
        String name, Type type, List<Initial> initial, Instr.Contents contents, Storage storage, SourceSpan span) {
    public Global {
        initial = List.copyOf(initial);
    }

    /** As in C: zero where {@code initial} says nothing. */
    public Global(String name, Type type, List<Initial> initial, Storage storage, SourceSpan span) {
        this(name, type, initial, Instr.Contents.ZERO, storage, span);
    }

    /** A scalar at an offset: a {@link Expr.Constant}, or an address built from constants. */
    public record Initial(long offset, Expr value) {}

    public enum Storage {
        SHARED,
        THREAD_LOCAL,
        /** Declared {@code const}: writing to it is a memory error. */
        CONSTANT,
        /** A string literal: constant too, and shown as its text. */
        LITERAL;

        public boolean isConstant() {
            return this == CONSTANT || this == LITERAL;
        }
    }
}
