package dev.moirai.cluster.wire;

/** Values of one sealed type as bytes, each for itself. */
public final class Notes<T> {
    private final Shapes shapes = new Shapes();
    private final Class<T> type;
    private final WireShape shape;

    public Notes(Class<T> type) {
        this.type = type;
        this.shape = shapes.of(type);
    }

    public String words() {
        return shapes.words();
    }

    public byte[] bytes(T value) {
        var out = new ByteWriter();
        shape.write(value, out);
        return out.bytes();
    }

    public T read(byte[] bytes) throws RefusedException {
        var in = new ByteReader(bytes);
        T value = type.cast(shape.read(in));
        in.requireEnd();
        return value;
    }
}
