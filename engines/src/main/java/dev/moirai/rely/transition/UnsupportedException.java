package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;

/** Thrown when a program has something that our transition systems cannot express. */
public final class UnsupportedException extends RuntimeException {
    private final String construct;
    private final transient SourceSpan span;

    public UnsupportedException(String construct, SourceSpan span) {
        super(construct + " at " + span);
        this.construct = construct;
        this.span = span;
    }

    public String construct() {
        return construct;
    }

    public SourceSpan span() {
        return span;
    }
}
