package dev.moirai.verify.bounded;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.Set;

/** The question to an engine that searches within bounds. */
public record BoundedQuestion(Program program, Set<Property> properties, SearchBounds searchBounds) {}
