package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import java.util.List;

/** An object that lives as long as the process, or, thread-local, as long as its thread. Zero but for {@code initial}. */
public record Global(String name, Type type, List<Initial> initial, Storage storage, SourceSpan span) {
    public Global {
        initial = List.copyOf(initial);
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
