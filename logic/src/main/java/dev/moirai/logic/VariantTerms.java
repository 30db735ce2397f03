package dev.moirai.logic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Terms of variants, whose values are made by cases from parts. A value that is made in front of our eyes is taken apart at once,
 * also where a choice decides between several, so that only free ones are left to the solver.
 */
public final class VariantTerms {
    /** The list of parts inside of a {@link Operator#MAKE} has this sort. */
    static final int PARTS = 127;

    static final int FIRST = 111;
    private static final int LAST = 126;

    /** @param parts their sorts */
    public record Case(String name, List<Integer> parts) {
        public Case {
            parts = List.copyOf(parts);
        }
    }

    /** @param zero the case of the zero of the sort */
    public record VariantSort(String name, List<Case> cases, int zero) {
        public VariantSort {
            cases = List.copyOf(cases);
        }
    }

    private final TermPool pool;
    private final TermTable table;
    private final List<String> names = new ArrayList<>();
    private final Map<Integer, VariantSort> sorts = new TreeMap<>();
    private final Map<Question, Integer> answers = new HashMap<>();

    /** What was asked of a value before: choices share their branches, which must not be walked through once for every path. */
    private record Question(int value, int which, int index) {}

    VariantTerms(TermPool pool, TermTable table) {
        this.pool = pool;
        this.table = table;
    }

    public static boolean isVariant(int sort) {
        return sort >= FIRST && sort <= LAST;
    }

    /** The sort of this name; what it is is asked once, when its number is known, so that it may speak of itself. */
    public int sort(String name, Supplier<VariantSort> meaning) {
        int known = names.indexOf(name);
        if (known >= 0) return FIRST + known;
        int sort = FIRST + names.size();
        if (sort > LAST) throw new IllegalArgumentException("too many datatypes");
        names.add(name);
        sorts.put(sort, meaning.get());
        return sort;
    }

    public VariantSort sort(int sort) {
        VariantSort found = sorts.get(sort);
        if (found == null) throw new IllegalArgumentException("no variant: " + sort);
        return found;
    }

    int zero(int sort) {
        int which = sort(sort).zero();
        return make(
                sort,
                which,
                sort(sort).cases().get(which).parts().stream()
                        .mapToInt(part -> pool.math().zero(part))
                        .toArray());
    }

    public int make(int sort, int which, int... parts) {
        int all = TermPool.TRUE;
        for (int i = parts.length - 1; i >= 0; i--) {
            all = table.intern(TermTable.head(Operator.PARTS, PARTS), parts[i], all, 0);
        }
        return table.intern(TermTable.head(Operator.MAKE, sort), all, which, 0);
    }

    /** The number of the case that a {@link Operator#MAKE}, {@link Operator#IS_CASE} or {@link Operator#PART} speaks of. */
    public int which(int term) {
        return table.second(Math.abs(term));
    }

    /** Which part a {@link Operator#PART} is. */
    public int index(int part) {
        return table.third(part);
    }

    /** The parts of a {@link Operator#MAKE}. */
    public int[] parts(int make) {
        var found = new ArrayList<Integer>();
        for (int rest = table.first(make); rest != TermPool.TRUE; rest = table.second(rest))
            found.add(table.first(rest));
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    public int isCase(int value, int which) {
        return known(value, which, -1, () -> switch (table.op(value)) {
            case MAKE -> pool.bool(which(value) == which);
            case ITE ->
                pool.ite(table.first(value), isCase(table.second(value), which), isCase(table.third(value), which));
            default ->
                sort(table.width(value)).cases().size() == 1
                        ? TermPool.TRUE
                        : table.intern(TermTable.head(Operator.IS_CASE, 0), value, which, 0);
        });
    }

    /** The part, or zero if the value was made by another case. */
    public int part(int value, int which, int index) {
        int sort = sort(table.width(value)).cases().get(which).parts().get(index);
        return known(value, which, index, () -> switch (table.op(value)) {
            case MAKE ->
                which(value) == which ? parts(value)[index] : pool.math().zero(sort);
            case ITE ->
                pool.ite(
                        table.first(value),
                        part(table.second(value), which, index),
                        part(table.third(value), which, index));
            default -> {
                int part = table.intern(TermTable.head(Operator.PART, sort), value, which, index);
                yield pool.ite(isCase(value, which), part, pool.math().zero(sort));
            }
        });
    }

    private int known(int value, int which, int index, IntSupplier compute) {
        var question = new Question(value, which, index);
        Integer known = answers.get(question);
        if (known != null) return known;
        int answer = compute.getAsInt();
        answers.put(question, answer);
        return answer;
    }

    int eq(int a, int b) {
        boolean made = table.is(a, Operator.MAKE);
        if (made && table.is(b, Operator.MAKE)) {
            if (which(a) != which(b)) return TermPool.FALSE;
            int[] left = parts(a);
            int[] right = parts(b);
            int same = TermPool.TRUE;
            for (int i = 0; i < left.length; i++) same = pool.and(same, pool.eq(left[i], right[i]));
            return same;
        }
        if (table.is(b, Operator.MAKE)) return eq(b, a);
        if (made && table.is(b, Operator.ITE)) {
            return known(
                    b, a, -2, () -> pool.ite(table.first(b), pool.eq(table.second(b), a), pool.eq(table.third(b), a)));
        }
        return table.intern(TermTable.head(Operator.EQUAL, 0), Math.min(a, b), Math.max(a, b), 0);
    }
}
