package dev.moirai.logic;

/** Values for variables: of a bit-vector without sign, of a boolean 0 or 1. */
@FunctionalInterface
public interface Assignment {
    long value(int variable);
}
