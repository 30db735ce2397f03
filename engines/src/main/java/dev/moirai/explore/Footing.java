package dev.moirai.explore;

/** Where the threads of a state stand, and which threads each of them will wait for before it does anything else. */
record Footing(LocalPoint[] points, long[] waitsFor) {}
