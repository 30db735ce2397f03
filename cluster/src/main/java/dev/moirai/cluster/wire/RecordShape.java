package dev.moirai.cluster.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One record by its components; its own constructor makes it anew, with all the checks that it has. */
final class RecordShape implements WireShape {
    private final Constructor<?> constructor;
    private final List<Method> accessors = new ArrayList<>();
    private final List<WireShape> components = new ArrayList<>();

    RecordShape(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        constructor.setAccessible(true);
        for (RecordComponent part : parts) {
            part.getAccessor().setAccessible(true);
            accessors.add(part.getAccessor());
        }
    }

    void add(WireShape component) {
        components.add(component);
    }

    @Override
    public void write(Object value, ByteWriter out) {
        if (!out.refersTo(value)) writeNew(value, out);
    }

    void writeNew(Object value, ByteWriter out) {
        for (int i = 0; i < components.size(); i++) {
            try {
                components.get(i).write(accessors.get(i).invoke(value), out);
            } catch (ReflectiveOperationException | ClassCastException | NullPointerException e) {
                throw new IllegalStateException("cannot be written: " + accessors.get(i), e);
            }
        }
        out.written(value);
    }

    @Override
    public Object read(ByteReader in) throws RefusedException {
        int reference = in.reference();
        return reference > 0 ? earlier(reference, in, this) : readNew(in);
    }

    static Object earlier(int reference, ByteReader in, WireShape expected) throws RefusedException {
        ByteReader.Made made = in.made(reference);
        if (!expected.takes(made.shape())) throw new RefusedException("a reference to something else");
        return made.value();
    }

    Object readNew(ByteReader in) throws RefusedException {
        in.enter();
        var values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) values[i] = components.get(i).read(in);
        in.leave();
        try {
            Object value = constructor.newInstance(values);
            in.made(value, this);
            return value;
        } catch (InvocationTargetException e) {
            throw new RefusedException(
                    "not a value of " + constructor.getDeclaringClass().getSimpleName() + ": " + e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new RefusedException(
                    "not a value of " + constructor.getDeclaringClass().getSimpleName());
        }
    }
}
