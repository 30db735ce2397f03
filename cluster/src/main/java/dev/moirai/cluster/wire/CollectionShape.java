package dev.moirai.cluster.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists, sets, maps and optional values. What has no order of its own is written in the order of its words. */
sealed interface CollectionShape extends WireShape {
    /** Whether it may give its elements in another order another time: hash tables, {@code Set.of} and {@code Map.of} do. */
    private static boolean isUnordered(Object collection) {
        String name = collection.getClass().getName();
        return name.equals("java.util.HashMap")
                || name.equals("java.util.HashSet")
                || name.startsWith("java.util.ImmutableCollections$");
    }

    record OfList(WireShape element) implements CollectionShape {
        @Override
        public void write(Object value, ByteWriter out) {
            var list = (List<?>) value;
            out.number(list.size());
            for (Object each : list) element.write(each, out);
        }

        @Override
        public Object read(ByteReader in) throws RefusedException {
            int count = in.count();
            var list = new ArrayList<Object>();
            in.enter();
            for (int i = 0; i < count; i++) list.add(element.read(in));
            in.leave();
            return Collections.unmodifiableList(list);
        }
    }

    record OfSet(WireShape element) implements CollectionShape {
        @Override
        public void write(Object value, ByteWriter out) {
            var elements = new ArrayList<Object>((Collection<?>) value);
            if (isUnordered(value)) elements.sort(Comparator.comparing(Object::toString));
            out.number(elements.size());
            for (Object each : elements) element.write(each, out);
        }

        @Override
        public Object read(ByteReader in) throws RefusedException {
            int count = in.count();
            var set = new LinkedHashSet<Object>();
            in.enter();
            for (int i = 0; i < count; i++) {
                if (!set.add(element.read(in))) throw new RefusedException("twice the same in a set");
            }
            in.leave();
            return Collections.unmodifiableSet(set);
        }
    }

    record OfMap(WireShape key, WireShape element) implements CollectionShape {
        @Override
        public void write(Object value, ByteWriter out) {
            var entries = new ArrayList<Map.Entry<?, ?>>(((Map<?, ?>) value).entrySet());
            if (isUnordered(value)) {
                entries.sort(Comparator.comparing(entry -> String.valueOf(entry.getKey())));
            }
            out.number(entries.size());
            for (Map.Entry<?, ?> each : entries) {
                key.write(each.getKey(), out);
                element.write(each.getValue(), out);
            }
        }

        @Override
        public Object read(ByteReader in) throws RefusedException {
            int count = in.count();
            var map = new LinkedHashMap<Object, Object>();
            in.enter();
            for (int i = 0; i < count; i++) {
                Object name = key.read(in);
                if (map.put(name, element.read(in)) != null) throw new RefusedException("twice the same in a map");
            }
            in.leave();
            return Collections.unmodifiableMap(map);
        }
    }

    record OfOptional(WireShape element) implements CollectionShape {
        @Override
        public void write(Object value, ByteWriter out) {
            var optional = (Optional<?>) value;
            out.octet(optional.isPresent() ? 1 : 0);
            optional.ifPresent(each -> element.write(each, out));
        }

        @Override
        public Object read(ByteReader in) throws RefusedException {
            if (in.below(2) == 0) return Optional.empty();
            in.enter();
            Object value = element.read(in);
            in.leave();
            return Optional.of(value);
        }
    }
}
