package dev.moirai.verify;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.Set;

/** What is asked of the lazy engine, whatever the bounds. */
record LazyQuestion(Program program, Set<Property> properties, Reach reach, String solver) {}
