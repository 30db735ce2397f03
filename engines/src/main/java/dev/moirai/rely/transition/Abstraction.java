package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;

/** Something the transition system knows less about than the program: any value is taken there. */
public record Abstraction(String what, SourceSpan span) {
    @Override
    public String toString() {
        return what + " at " + span.file() + ":" + span.line();
    }
}
