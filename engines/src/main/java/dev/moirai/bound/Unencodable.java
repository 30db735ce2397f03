package dev.moirai.bound;

import dev.moirai.source.SourceSpan;

/** The program does what this engine has no terms for: told to the user by name and place. */
public final class Unencodable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SourceSpan span;

    public Unencodable(String construct, SourceSpan span) {
        super(construct);
        this.span = span;
    }

    public SourceSpan span() {
        return span;
    }
}
