package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;

/** What fails where a condition of the trace comes out otherwise, and where that is told. */
public record FailedCondition(Property property, String message, SourceSpan span, String function) {}
