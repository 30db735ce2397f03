package dev.moirai.cluster.wire;

/** How the values of one type are written. {@link Shapes} has one for each. */
interface Shape {
    void write(Object value, ByteWriter out);

    Object read(ByteReader in) throws RefusedException;

    /** Whether a record of that shape may stand where this one is expected. */
    default boolean takes(Shape other) {
        return this == other;
    }
}
