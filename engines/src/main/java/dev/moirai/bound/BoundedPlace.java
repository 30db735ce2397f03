package dev.moirai.bound;

/**
 * An instruction of a bounded program, or the place before it.
 *
 * @param thread the number of a {@link BoundedThread}
 * @param index in the body of that thread
 */
public record BoundedPlace(int thread, int index) {}
