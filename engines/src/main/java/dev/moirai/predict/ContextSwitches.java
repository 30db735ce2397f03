package dev.moirai.predict;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many context switches come before a step (section 6.1): as many as before the last of its thread, and one more than
 * before any step of another thread that it comes after. In unary, and only as far as a bound was asked for: "at least so
 * many" is a variable. Without a bound they are all true and say nothing, so that a bound is one assumption (section 6.3).
 */
final class ContextSwitches {
    private static final int NOBODY = -1;

    private final PrefixFormula formula;
    private final TermPool pool;
    private final Precedence precedence;
    private final int[] threads;
    private final int[] executed;
    /** By number of switches: how many edges of the order have been encoded for that number. */
    private final List<Integer> followed = new ArrayList<>();

    private final Set<Integer> bounds = new HashSet<>();

    ContextSwitches(PrefixFormula formula, Precedence precedence) {
        this.formula = formula;
        this.pool = formula.pool();
        this.precedence = precedence;
        this.threads = new int[precedence.things()];
        this.executed = new int[precedence.things()];
        Arrays.fill(threads, NOBODY);
    }

    void add(EncodedStep key) {
        if (threads[key.moment()] != NOBODY) return;
        threads[key.moment()] = key.node().thread();
        executed[key.moment()] = key.executed();
    }

    /** That at most {@code bound} context switches happen. Adds to the formula what this bound needs. */
    int within(int bound) {
        if (bound >= threads.length) return TermPool.TRUE;
        for (int count = 0; count <= bound; count++) {
            if (count == followed.size()) followed.add(0);
            for (int edge = followed.get(count); edge < precedence.edges(); edge++) follow(edge, count);
            followed.set(count, precedence.edges());
        }
        int within = pool.boolVar("within " + bound);
        if (bounds.add(bound)) {
            for (int moment = 0; moment < threads.length; moment++) {
                if (threads[moment] != NOBODY) {
                    formula.demand(-within, -executed[moment], -atLeast(moment, bound + 1));
                }
            }
        }
        return within;
    }

    private void follow(int edge, int count) {
        int first = precedence.first(edge);
        int second = precedence.second(edge);
        int before = atLeast(first, isSwitch(edge) ? count : count + 1);
        formula.demand(-precedence.literal(edge), -before, atLeast(second, count + 1));
    }

    private boolean isSwitch(int edge) {
        return threads[precedence.first(edge)] != threads[precedence.second(edge)];
    }

    private int atLeast(int moment, int count) {
        return count == 0 ? TermPool.TRUE : pool.boolVar("switches " + moment + " " + count);
    }

    /** By moment: the fewest context switches before it in a model; 0 for what does not happen. */
    int[] before(Evaluator model) {
        int[] least = new int[threads.length];
        int[] places = precedence.places(model);
        // In the order of their places, so that every edge is followed when its start is known.
        var byPlace = new ArrayList<Integer>();
        for (int edge = 0; edge < precedence.edges(); edge++) if (counts(edge, model)) byPlace.add(edge);
        byPlace.sort(Comparator.comparingInt(edge -> places[precedence.first(edge)]));
        for (int edge : byPlace) {
            int second = precedence.second(edge);
            least[second] = Math.max(least[second], least[precedence.first(edge)] + (isSwitch(edge) ? 1 : 0));
        }
        return least;
    }

    private boolean counts(int edge, Evaluator model) {
        return model.isTrue(executed[precedence.first(edge)])
                && model.isTrue(executed[precedence.second(edge)])
                && model.isTrue(precedence.literal(edge));
    }
}
