package dev.moirai.logic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Numbers that are chosen among few constants, through however many choices: the numbers of nodes, of threads, of states. What is
 * asked of them is a matter of booleans: which of the constants it is.
 */
final class FiniteTables {
    private static final int MOST_VALUES = 24;
    private static final long[] UNKNOWN = {};

    private final TermPool pool;
    private final TermTable table;
    private final Map<Integer, long[]> known = new HashMap<>();
    private final Map<Long, Integer> answers = new HashMap<>();

    FiniteTables(TermPool pool, TermTable table) {
        this.pool = pool;
        this.table = table;
    }

    boolean isFinite(int number) {
        return values(number).length > 0;
    }

    /** The constants it may be, ascending by their names; none if they are many, or not known. */
    long[] values(int number) {
        if (table.is(number, Operator.NUMBER)) return new long[] {table.value(number)};
        if (!table.is(number, Operator.ITE)) return UNKNOWN;
        long[] values = known.get(number);
        if (values == null) {
            values = union(values(table.second(number)), values(table.third(number)));
            known.put(number, values);
        }
        return values;
    }

    private static long[] union(long[] a, long[] b) {
        if (a.length == 0 || b.length == 0) return UNKNOWN;
        long[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        long[] all = Arrays.stream(both).sorted().distinct().toArray();
        return all.length > MOST_VALUES ? UNKNOWN : all;
    }

    /** Whether the number is the constant. */
    int is(int number, int constant) {
        if (table.is(number, Operator.NUMBER)) return pool.bool(number == constant);
        long question = (long) number << 32 | constant;
        Integer answer = answers.get(question);
        if (answer == null) {
            int then = is(table.second(number), constant);
            answer = pool.ite(table.first(number), then, is(table.third(number), constant));
            answers.put(question, answer);
        }
        return answer;
    }

    /** The number with its constants replaced. */
    int map(int number, IntUnaryOperator function) {
        return map(number, function, new HashMap<>());
    }

    private int map(int number, IntUnaryOperator function, Map<Integer, Integer> done) {
        if (table.is(number, Operator.NUMBER)) return function.applyAsInt(number);
        Integer mapped = done.get(number);
        if (mapped == null) {
            int then = map(table.second(number), function, done);
            mapped = pool.ite(table.first(number), then, map(table.third(number), function, done));
            done.put(number, mapped);
        }
        return mapped;
    }
}
