package dev.moirai.property;

import dev.moirai.source.SourceSpan;

/** What went wrong, where, and in whose hands. */
public record Violation(Property property, String message, SourceSpan span, String function, String thread) {}
