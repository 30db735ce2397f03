package dev.moirai.symbolic;

/**
 * A place that a pointer may point to: {@code offset} (a term) bytes into {@code object}, when {@code condition} holds.
 */
record Target(MemoryObject object, int condition, int offset) {}
