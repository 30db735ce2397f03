package dev.moirai.symbolic;

/** The state of execution at an instruction: the guard under which control is there, and the values. Immutable. */
record PathState(Guard guard, Values values) {}
