package dev.moirai.trace;

import dev.moirai.value.MapValue;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import dev.moirai.value.ValueNames.Value;
import dev.moirai.value.VariantValue;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Values that are more than a number. Their {@linkplain ValueNames names} mean nothing outside the process, so a file says
 * what each of them stands for before it is first used.
 */
final class TraceValues {
    private static final int INTEGER = 0;
    private static final int REAL = 1;
    private static final int MAP = 2;
    private static final int VARIANT = 3;

    private TraceValues() {}

    static final class Written {
        private final Set<Long> known = new HashSet<>();
        private final Consumer<TraceBytes.Out> records;

        /** @param records takes every record before the one that needs it */
        Written(Consumer<TraceBytes.Out> records) {
            this.records = records;
        }

        /** Writes what the names of the step stand for. */
        void prepare(RecordedStep step) {
            step.choices().forEach(this::name);
            for (TraceEvent event : step.events()) {
                name(event.result());
                name(event.written());
                for (long value : event.values()) name(value);
                event.before().ifPresent(this::name);
                for (Range range : event.ranges()) range.keys().forEach(this::name);
            }
        }

        private void name(long name) {
            ValueNames.value(name).filter(_ -> known.add(name)).ifPresent(value -> records.accept(record(name, value)));
        }

        private TraceBytes.Out record(long name, Value value) {
            var record = new TraceBytes.Out().number(TraceFormat.VALUE).signed(name);
            switch (value) {
                case Value.Large(var integer) -> record.number(INTEGER).text(integer.toString());
                case Value.Real(var real) ->
                    record.number(REAL)
                            .text(real.numerator().toString())
                            .text(real.denominator().toString());
                case Value.Table(var map) -> {
                    name(map.otherwise());
                    record.number(MAP).signed(map.otherwise()).number(map.keys().length);
                    for (long key : map.keys()) {
                        name(key);
                        name(map.get(key));
                        record.signed(key).signed(map.get(key));
                    }
                }
                case Value.Made(var variant) -> {
                    record.number(VARIANT).number(variant.which()).number(variant.parts().length);
                    for (long part : variant.parts()) {
                        name(part);
                        record.signed(part);
                    }
                }
            }
            return record;
        }
    }

    static final class Read {
        private final Map<Long, Long> names = new HashMap<>();

        /** What the file's name is called in this process. */
        long name(long inFile) {
            return names.isEmpty() ? inFile : names.getOrDefault(inFile, inFile);
        }

        void record(TraceBytes.In in) {
            long inFile = in.signed();
            names.put(
                    inFile,
                    switch (in.count(VARIANT, "a value of kind")) {
                        case INTEGER -> ValueNames.of(integer(in));
                        case REAL -> ValueNames.of(real(in));
                        case MAP -> ValueNames.of(map(in));
                        default -> ValueNames.of(variant(in));
                    });
        }

        private static BigInteger integer(TraceBytes.In in) {
            String digits = in.text();
            try {
                return new BigInteger(digits);
            } catch (NumberFormatException _) {
                throw in.broken("no number: " + digits);
            }
        }

        private static Rational real(TraceBytes.In in) {
            BigInteger above = integer(in);
            BigInteger below = integer(in);
            if (below.signum() <= 0) throw in.broken("a real number over " + below);
            return new Rational(above, below);
        }

        private MapValue map(TraceBytes.In in) {
            MapValue map = MapValue.everywhere(name(in.signed()));
            for (int count = in.count(Integer.MAX_VALUE, "cells"); count > 0; count--) {
                long key = name(in.signed());
                // Written in the one form that maps have, so the keys' width need not be known.
                map = map.with(key, name(in.signed()), 0);
            }
            return map;
        }

        private VariantValue variant(TraceBytes.In in) {
            int which = in.count(Short.MAX_VALUE, "a case");
            long[] parts = new long[in.count(Short.MAX_VALUE, "parts")];
            for (int i = 0; i < parts.length; i++) parts[i] = name(in.signed());
            return new VariantValue(which, parts);
        }
    }
}
