package dev.moirai.verify.bounded;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.Set;

/** What is asked of an engine that looks within bounds, whatever they are. */
public record BoundedQuestion(Program program, Set<Property> properties, SearchBounds searchBounds) {}
