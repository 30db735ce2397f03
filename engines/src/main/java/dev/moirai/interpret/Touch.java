package dev.moirai.interpret;

/** A range of memory and what is done to it. */
public record Touch(long address, long bytes, Effect effect, Kind kind) {
    public enum Effect {
        READ,
        WRITE
    }

    public enum Kind {
        /** An ordinary access, which can be part of a data race. */
        PLAIN,
        /** A C11 atomic access. */
        ATOMIC,
        /** An operation of the thread library on its own object, or a glance: no part of a data race. */
        SYNC
    }

    public boolean isWrite() {
        return effect == Effect.WRITE;
    }

    public boolean overlaps(Touch other) {
        return address < other.address + other.bytes && other.address < address + bytes;
    }

    /** Whether the order of the two can matter: they overlap and one of them writes. */
    public boolean conflictsWith(Touch other) {
        return overlaps(other) && (isWrite() || other.isWrite());
    }

    /** Whether the two form a data race if nothing orders them. */
    public boolean racesWith(Touch other) {
        return (kind == Kind.PLAIN || other.kind == Kind.PLAIN) && conflictsWith(other);
    }
}
