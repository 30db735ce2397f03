package dev.moirai.symbolic;

/** A place a pointer may point to: {@code offset} bytes into {@code object} (a term), when {@code condition} holds. */
record Target(MemoryObject object, int condition, int offset) {}
