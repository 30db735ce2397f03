package dev.moirai.order;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Things that happen one after the other (the paper's HB constraints): of every two that somebody asks about, one variable
 * says which is first, and {@link #precedence} that these answers go together.
 */
public final class Sequence {
    private final TermPool pool;
    private final Precedence precedence;
    private final Map<Long, Integer> pairs = new HashMap<>();

    public Sequence(TermPool pool, int things) {
        this.pool = pool;
        this.precedence = new Precedence(things);
    }

    /** Whenever the condition holds. */
    public void demand(int condition, int first, int second) {
        precedence.before(condition, first, second);
    }

    /** Whenever {@code chosen}, {@code reader} sees what {@code writer}, or nobody if that is negative, has left at the place. */
    public void sees(int chosen, int writer, int reader, int place) {
        precedence.add(new Precedence.View(chosen, writer, reader, place));
    }

    /** Whenever the condition holds, the thing writes at the place. */
    public void writes(int condition, int thing, int place) {
        precedence.add(new Precedence.Write(condition, thing, place));
    }

    /** That one of two different things is before the other. A new question adds to {@link #precedence}. */
    public int before(int first, int second) {
        boolean turned = first > second;
        int low = Math.min(first, second);
        int high = Math.max(first, second);
        int literal = pairs.computeIfAbsent(pair(low, high), _ -> {
            int variable = pool.boolVar("before " + low + " " + high);
            precedence.before(variable, low, high);
            precedence.before(-variable, high, low);
            return variable;
        });
        return turned ? -literal : literal;
    }

    /** The pairs that somebody asked about, in the order of their numbers. */
    List<Cube.Decision> asked() {
        return pairs.keySet().stream()
                .sorted()
                .map(pair -> new Cube.Decision((int) (pair >> 32), pair.intValue()))
                .toList();
    }

    private static long pair(int low, int high) {
        return (long) low << 32 | high;
    }

    public Precedence precedence() {
        return precedence;
    }
}
