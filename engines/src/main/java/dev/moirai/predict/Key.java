package dev.moirai.predict;

import java.util.Optional;

/**
 * A step that the formula speaks of.
 *
 * @param node the step
 * @param previous the step of its thread before it that the formula speaks of
 * @param executed that it happens; then all earlier ones of its thread do
 * @param reached that its thread, having done everything before, stands before it
 * @param thing its number in the order of what happens; steps that nobody can come between share one
 */
record Key(StepNode node, Optional<Key> previous, int executed, int reached, int thing) {}
