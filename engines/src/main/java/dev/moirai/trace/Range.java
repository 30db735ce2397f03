package dev.moirai.trace;

/** Some bytes of an object; objects are numbered in the order the trace first meets them. */
public record Range(int object, long offset, long bytes) {}
