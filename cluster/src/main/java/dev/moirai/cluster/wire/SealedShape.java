package dev.moirai.cluster.wire;

import java.util.ArrayList;
import java.util.List;

/** One of the records or constants that a sealed interface permits, by its number among them. */
final class SealedShape implements WireShape {
    private final List<Class<?>> types = new ArrayList<>();
    private final List<WireShape> leaves = new ArrayList<>();

    void add(Class<?> type, WireShape leaf) {
        types.add(type);
        leaves.add(leaf);
    }

    @Override
    public boolean takes(WireShape other) {
        return leaves.contains(other);
    }

    @Override
    public void write(Object value, ByteWriter out) {
        if (out.refersTo(value)) return;
        int number = number(value);
        out.number(number);
        if (leaves.get(number) instanceof RecordShape shape) {
            shape.writeNew(value, out);
        } else {
            leaves.get(number).write(value, out);
            out.written(value);
        }
    }

    private int number(Object value) {
        for (int i = 0; i < types.size(); i++) if (types.get(i).isInstance(value)) return i;
        throw new IllegalStateException("not one of ours: " + value.getClass());
    }

    @Override
    public Object read(ByteReader in) throws RefusedException {
        int reference = in.reference();
        if (reference > 0) return RecordShape.earlier(reference, in, this);
        WireShape leaf = leaves.get(in.below(leaves.size()));
        if (leaf instanceof RecordShape shape) return shape.readNew(in);
        Object value = leaf.read(in);
        in.made(value, leaf);
        return value;
    }
}
