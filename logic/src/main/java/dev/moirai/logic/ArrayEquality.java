package dev.moirai.logic;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Equality of arrays that are the same everywhere but at few places, all of them known constants: equality at these places, and at
 * any other one, as keys are infinitely many.
 */
final class ArrayEquality {
    private static final int MOST_PLACES = 32;

    private final MathTerms math;
    private final TermPool pool;
    private final TermTable table;
    private final FiniteTables tables;

    ArrayEquality(MathTerms math, TermPool pool, TermTable table, FiniteTables tables) {
        this.math = math;
        this.pool = pool;
        this.table = table;
        this.tables = tables;
    }

    Optional<Integer> of(int a, int b) {
        int key = math.array(table.width(a)).key();
        if (key != MathTerms.INTEGER) return Optional.empty();
        var places = new LinkedHashSet<Long>();
        var seen = new LinkedHashSet<Integer>();
        if (!collect(a, places, seen) || !collect(b, places, seen)) return Optional.empty();
        int same = pool.eq(elsewhere(a, new HashMap<>()), elsewhere(b, new HashMap<>()));
        for (long place : places) {
            int at = math.constant(key, place);
            same = pool.and(same, pool.eq(math.select(a, at), math.select(b, at)));
        }
        return Optional.of(same);
    }

    /** Collects the places that are written; false if they are many or not known. */
    private boolean collect(int array, Set<Long> places, Set<Integer> seen) {
        if (!seen.add(array)) return true;
        return switch (table.op(array)) {
            case EVERYWHERE -> true;
            case STORE -> {
                long[] written = tables.values(table.second(array));
                for (long place : written) places.add(place);
                yield written.length > 0 && places.size() <= MOST_PLACES && collect(table.first(array), places, seen);
            }
            case ITE -> collect(table.second(array), places, seen) && collect(table.third(array), places, seen);
            default -> false;
        };
    }

    private int elsewhere(int array, Map<Integer, Integer> done) {
        Integer known = done.get(array);
        if (known != null) return known;
        int value = switch (table.op(array)) {
            case EVERYWHERE, STORE ->
                table.is(array, Operator.STORE) ? elsewhere(table.first(array), done) : table.first(array);
            default ->
                pool.ite(table.first(array), elsewhere(table.second(array), done), elsewhere(table.third(array), done));
        };
        done.put(array, value);
        return value;
    }
}
