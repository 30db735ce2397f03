package dev.moirai.bound;

/** Instruction {@code index} of a function's body, in the program as it was before it was bounded. */
public record Site(String function, int index) {}
