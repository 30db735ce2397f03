package dev.moirai.order;

/** Before an instruction of a thread: both by their numbers in the bounded program. */
public record Place(int thread, int index) {}
