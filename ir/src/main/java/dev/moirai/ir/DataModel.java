package dev.moirai.ir;

/** The widths of {@code long} and of pointers, which C leaves open. */
public enum DataModel {
    LP64(8),
    ILP32(4);

    private final int pointerBytes;

    DataModel(int pointerBytes) {
        this.pointerBytes = pointerBytes;
    }

    public int pointerBytes() {
        return pointerBytes;
    }

    /** The most bytes that one object can have. */
    public long largestObject() {
        return switch (this) {
            case LP64 -> 1L << 31;
            case ILP32 -> 1L << 30;
        };
    }

    /** The integer as wide as a pointer. */
    public Type.Int addressType() {
        return new Type.Int(pointerBytes * 8, false);
    }

    /** {@code ptrdiff_t}. */
    public Type.Int distanceType() {
        return new Type.Int(pointerBytes * 8, true);
    }
}
