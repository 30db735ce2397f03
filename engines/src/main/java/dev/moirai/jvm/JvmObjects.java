package dev.moirai.jvm;

import dev.moirai.trace.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects of the run as objects of the trace: numbers in the order of the trace, names for people, and where fields lie. */
final class JvmObjects {
    /** Where the state of an object's monitor lies, and other things that are no fields: far from fields and elements. */
    enum Facet {
        MONITOR,
        CONDITION,
        /** The value of an atomic variable, the state of a latch or semaphore, the contents of a container. */
        STATE,
        /** What else there is to wait for: a task that is done. */
        DONE,
        /** What writers of a stamped lock change. */
        VERSION;

        private static final long BASE = 1L << 40;
        private static final long SIZE = 64;

        long offset() {
            return BASE + ordinal() * SIZE;
        }
    }

    private static final long FIELD = 8;
    private static final long FIRST_INVENTED = -16;

    private final JvmRun run;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> classes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> offsets = new HashMap<>();
    private final Map<String, Integer> ofType = new HashMap<>();
    private final Map<Long, Integer> serials = new HashMap<>();
    private long inventions;

    JvmObjects(JvmRun run) {
        this.run = run;
        for (long number = 1; number < run.objects().size(); number++) {
            serials.put(number, ofType.merge(run.object(number).type(), 1, Integer::sum));
        }
    }

    Range field(long object, String declaring, String name, Kind kind) {
        return new Range(number(object), offset(declaring + "." + name), kind.bytes());
    }

    Range staticField(String declaring, String name, Kind kind) {
        int number = classes.computeIfAbsent(declaring, _ -> named(declaring.replace('/', '.')));
        return new Range(number, offset(declaring + "." + name), kind.bytes());
    }

    Range element(long array, long index, Kind kind) {
        return new Range(number(array), FIELD * index, kind.bytes());
    }

    Range facet(long object, Facet facet, int bytes) {
        return new Range(number(object), facet.offset(), bytes);
    }

    private long offset(String field) {
        return FIELD * offsets.computeIfAbsent(field, _ -> offsets.size() + 1);
    }

    private int number(long object) {
        return numbers.computeIfAbsent(object, _ -> named(name(object)));
    }

    /** A reference to something that is no object of the run. */
    JvmValue invented(String name) {
        long number = FIRST_INVENTED - inventions++;
        numbers.put(number, named(name));
        return JvmValue.of(Kind.REFERENCE, number);
    }

    private int named(String name) {
        names.add(name);
        return names.size() - 1;
    }

    /** {@code Account#3}, {@code int[8]#12}. */
    String name(long object) {
        JvmRun.ObjectType type = run.object(object);
        if (type.length() < 0) return simple(type.type()) + "#" + serials.getOrDefault(object, 0);
        String element =
                org.objectweb.asm.Type.getType(type.type()).getElementType().getClassName();
        return element.substring(element.lastIndexOf('.') + 1) + "[" + type.length() + "]#"
                + serials.getOrDefault(object, 0);
    }

    private static String simple(String internal) {
        return internal.substring(internal.lastIndexOf('/') + 1);
    }

    List<String> names() {
        return List.copyOf(names);
    }
}
