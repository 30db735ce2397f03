package dev.moirai.interpret;

import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;

/** What all objects that one place of the program makes have in common. */
record AllocSite(String name, Type type, Kind kind, Fill fill, SourceSpan span) {
    enum Kind {
        GLOBAL,
        THREAD_LOCAL,
        CONSTANT,
        LITERAL,
        STACK,
        HEAP;

        boolean isConstant() {
            return this == CONSTANT || this == LITERAL;
        }
    }

    enum Fill {
        ZERO,
        UNDEFINED
    }

    boolean undefined() {
        return fill == Fill.UNDEFINED;
    }
}
