package dev.moirai.logic;

/** Values of variables: a bit-vector's as an unsigned number, a boolean's as 0 or 1. */
@FunctionalInterface
public interface Assignment {
    long value(int variable);
}
