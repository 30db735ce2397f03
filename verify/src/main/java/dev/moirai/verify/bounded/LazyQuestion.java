package dev.moirai.verify.bounded;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is asked of the lazy engine, whatever the bounds.
 *
 * @param choices told how the sequential program gets to a violation, if one is found
 */
public record LazyQuestion(
        Program program, Set<Property> properties, Reach reach, Backend backend, Consumer<Choices> choices) {}
