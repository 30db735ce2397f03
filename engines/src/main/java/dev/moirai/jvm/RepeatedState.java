package dev.moirai.jvm;

/**
 * A state of a recorded run that comes again, fairly: the run can go on so for ever.
 *
 * @param from after how many steps it was there
 * @param to after how many steps it was there again
 * @param next the thread that moves then, both times
 */
public record RepeatedState(long from, long to, int next) {}
