package dev.moirai.trace;

import java.util.List;

/**
 * Some bytes of an object; objects are numbered in the order the trace first meets them.
 *
 * @param keys of a map's cell, the way from the map to it: a key, and further keys where values are maps. Nothing for the map as a whole
 *     and for everything else.
 */
public record Range(int object, long offset, long bytes, List<Long> keys) {
    public Range {
        keys = List.copyOf(keys);
    }

    public Range(int object, long offset, long bytes) {
        this(object, offset, bytes, List.of());
    }
}
