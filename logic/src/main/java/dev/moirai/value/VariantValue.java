package dev.moirai.value;

import java.util.Arrays;

/** A value made by one of several cases: the number of the case, and the {@linkplain ValueNames names} of its parts. */
public final class VariantValue {
    /** The first case without parts is always the zero. */
    static final VariantValue ZERO = new VariantValue(0, new long[0]);

    private final int which;
    private final long[] parts;

    public VariantValue(int which, long[] parts) {
        this.which = which;
        this.parts = parts.clone();
    }

    public int which() {
        return which;
    }

    public long[] parts() {
        return parts.clone();
    }

    long part(int index) {
        return parts[index];
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof VariantValue other && which == other.which && Arrays.equals(parts, other.parts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(parts) + which;
    }
}
