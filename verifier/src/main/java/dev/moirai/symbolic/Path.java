package dev.moirai.symbolic;

/** Where execution may be at a point: under a guard, with these values. Immutable. */
record Path(Guard guard, Values values) {}
