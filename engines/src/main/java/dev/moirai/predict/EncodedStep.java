package dev.moirai.predict;

import java.util.Optional;

/**
 * A step that has a place in the formula.
 *
 * @param node the step
 * @param previous the last step of its thread before it that has a place in the formula
 * @param executed that it happens; then all earlier ones of its thread do
 * @param reached that its thread, having done everything before, stands before it
 * @param moment its number in the order of what happens; the steps of an atomic section share one
 */
record EncodedStep(StepNode node, Optional<EncodedStep> previous, int executed, int reached, int moment) {}
