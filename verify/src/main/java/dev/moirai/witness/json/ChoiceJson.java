package dev.moirai.witness.json;

import dev.moirai.value.MapValue;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import dev.moirai.value.ValueNames.Value;
import dev.moirai.value.VariantValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A choice of a schedule in a file: a number; for what names only stand for in this process, the value itself. A large
 * integer is a text of digits, a real {@code "1/3"}, a map {@code {"else": 0, "at": [[1, 5]]}}, a value of a datatype {@code
 * {"case": 1, "parts": [0, 2]}}.
 */
final class ChoiceJson {
    private ChoiceJson() {}

    static Json of(long choice) {
        return ValueNames.value(choice)
                .map(value -> switch (value) {
                    case Value.Large(var integer) -> Json.of(integer.toString());
                    case Value.Real(var real) -> Json.of(real.numerator() + "/" + real.denominator());
                    case Value.Table(var map) -> table(map);
                    case Value.Made(var variant) -> variant(variant);
                })
                .orElseGet(() -> Json.of(choice));
    }

    private static Json table(MapValue map) {
        var cells = new ArrayList<List<Long>>();
        for (long key : map.keys()) cells.add(List.of(key, map.get(key)));
        return new Json.Builder()
                .put("else", of(map.otherwise()))
                .put("at", Json.array(cells, cell -> Json.array(cell, ChoiceJson::of)))
                .build();
    }

    private static Json variant(VariantValue value) {
        List<Long> parts = Arrays.stream(value.parts()).boxed().toList();
        return new Json.Builder()
                .put("case", Json.of(value.which()))
                .put("parts", Json.array(parts, ChoiceJson::of))
                .build();
    }

    static long read(Json choice) {
        return switch (choice) {
            case Json.Whole(var value) -> value;
            case Json.Str(var text) -> number(text);
            case Json.Obj(var members) -> members.containsKey("case") ? variant(members) : table(members);
            case Json.Arr _, Json.Real _, Json.Bool _, Json.Null _ ->
                throw new JsonException("a choice is no whole number, no text of one and no map");
        };
    }

    private static long number(String text) {
        try {
            int bar = text.indexOf('/');
            if (bar < 0) return ValueNames.of(new BigInteger(text));
            var below = new BigInteger(text.substring(bar + 1));
            if (below.signum() == 0) throw new JsonException("a choice divides by zero");
            return ValueNames.of(new Rational(new BigInteger(text.substring(0, bar)), below));
        } catch (NumberFormatException e) {
            throw new JsonException("a choice is not a number: " + text);
        }
    }

    private static long variant(Map<String, Json> members) {
        if (!(members.get("case") instanceof Json.Whole(var which)) || which < 0 || which > Short.MAX_VALUE) {
            throw new JsonException("the case of a datatype that was chosen is no small number");
        }
        long[] parts = ScheduleFile.array(members, "parts").stream()
                .mapToLong(ChoiceJson::read)
                .toArray();
        return ValueNames.of(new VariantValue((int) which, parts));
    }

    private static long table(Map<String, Json> members) {
        Json otherwise = members.get("else");
        if (otherwise == null) throw new JsonException("a map that was chosen has no \"else\"");
        MapValue map = MapValue.everywhere(read(otherwise));
        for (Json cell : ScheduleFile.array(members, "at")) {
            if (!(cell instanceof Json.Arr(var parts)) || parts.size() != 2) {
                throw new JsonException("a cell of a map is no pair");
            }
            // Written in the one form that maps have, so the keys' width need not be known.
            map = map.with(read(parts.get(0)), read(parts.get(1)), 0);
        }
        return ValueNames.of(map);
    }
}
