package dev.moirai.sequentialize;

/** What a solver chose. */
@FunctionalInterface
public interface ChosenValues {
    /**
     * The value taken by the {@link dev.moirai.ir.Instr.Nondet} at this index of the unrolled body, or that an access
     * there found in uninitialised memory. Asked only for what the path executes.
     */
    long value(int index);
}
