package dev.moirai.trace;

/** Some bytes of an object; objects are numbered in the order the trace first meets them. */
public record Range(int object, long offset, long bytes) {
    public boolean overlaps(Range other) {
        return object == other.object && offset < other.offset + other.bytes && other.offset < offset + bytes;
    }
}
