package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;

/** A place where the transition system knows less than the program does, and allows any value. */
public record Abstraction(String what, SourceSpan span) {
    @Override
    public String toString() {
        return what + " at " + span.file() + ":" + span.line();
    }
}
