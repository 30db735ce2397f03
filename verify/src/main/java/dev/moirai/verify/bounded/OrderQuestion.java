package dev.moirai.verify.bounded;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.Set;

/** What is asked of the engine that orders events, however far loops are unwound. */
public record OrderQuestion(Program program, Set<Property> properties, Reach reach, String solver) {}
