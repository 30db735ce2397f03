package dev.moirai.predict;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.predict.ConditionWaits.Condition;
import dev.moirai.predict.ConditionWaits.Sleep;
import dev.moirai.property.CausalModel;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which signal ends which wait. A signal ends one of the waits that have begun and have not been ended, if there is one; a broadcast
 * ends all of them. This is encoded only where it matters: where waits may end spuriously, a signal orders nothing.
 */
final class Wakings {
    private final TraceProgram program;
    private final PrefixFormula formula;
    private final TermPool pool;
    private final Slice slice;
    private final ThreadTerms terms;
    /** By wait: the signals that may end it, each with the truth value that it does. */
    private final Map<Sleep, Map<StepNode, Integer>> endings = new LinkedHashMap<>();

    Wakings(TraceProgram program, PrefixFormula formula, ThreadTerms terms) {
        this.program = program;
        this.formula = formula;
        this.pool = formula.pool();
        this.slice = formula.slice();
        this.terms = terms;
    }

    /** Whether the formula must say which signal ends which wait on this condition variable. */
    static boolean matter(Condition condition, Slice slice, ThreadTerms terms) {
        if (slice.isForStuck()) return true;
        for (Sleep sleep : condition.sleeps()) {
            boolean comesBack = sleep.awake().filter(slice::contains).isPresent();
            if (comesBack && (mustBeAsRecorded(sleep, slice) || isLookedAt(sleep, terms))) return true;
        }
        return false;
    }

    /** Whether the wait must end as in the trace: by a signal, or by its time limit without one. */
    private static boolean mustBeAsRecorded(Sleep sleep, Slice slice) {
        if (sleep.isTimed() && slice.model() != CausalModel.MAXIMAL) return false;
        return sleep.timedOut() || sleep.neededSignal();
    }

    /** Whether something depends on how the wait has ended. */
    private static boolean isLookedAt(Sleep sleep, ThreadTerms terms) {
        return sleep.awake().filter(awake -> terms.woken(awake) != 0).isPresent();
    }

    void add() {
        for (Condition condition : program.conditions()) if (matter(condition, slice, terms)) add(condition);
    }

    private void add(Condition condition) {
        for (Sleep sleep : condition.sleeps()) {
            if (slice.isBeyond(sleep.asleep()) || isOver(sleep)) continue;
            Map<StepNode, Integer> ending = new LinkedHashMap<>();
            for (StepNode signal : condition.signals()) {
                if (slice.contains(signal) && signal.thread() != sleep.asleep().thread())
                    ending.put(signal, formula.choice());
            }
            endings.put(sleep, ending);
            ending.forEach((signal, wakes) -> wakes(signal, sleep, wakes));
            atMostOne(ending);
            comesBack(sleep);
        }
        for (StepNode signal : condition.signals()) if (slice.contains(signal)) signal(condition, signal);
    }

    private boolean isOver(Sleep sleep) {
        return sleep.awake().filter(slice::isBefore).isPresent();
    }

    /** Whether a signal before the window has ended it. */
    private boolean isWokenBefore(Sleep sleep) {
        return sleep.waker().filter(slice::isBefore).isPresent();
    }

    /** A signal that ends a wait comes after the wait has begun and before the thread goes on. */
    private void wakes(StepNode signal, Sleep sleep, int wakes) {
        if (isWokenBefore(sleep)) {
            formula.demand(-wakes);
            return;
        }
        formula.demand(-wakes, formula.executed(signal));
        formula.demand(-wakes, formula.executed(sleep.asleep()));
        formula.demand(-wakes, formula.before(sleep.asleep(), signal));
        sleep.awake().filter(slice::contains).ifPresent(awake -> {
            formula.demand(-wakes, -formula.executed(awake), formula.before(signal, awake));
        });
    }

    private void atMostOne(Map<StepNode, Integer> ending) {
        var all = ending.values().stream().toList();
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) formula.demand(-all.get(i), -all.get(j));
        }
    }

    private void comesBack(Sleep sleep) {
        sleep.awake().filter(slice::contains).ifPresent(awake -> {
            int happens = formula.executed(awake);
            if (isLookedAt(sleep, terms)) {
                formula.demand(-happens, pool.iff(terms.woken(awake), isWoken(sleep)));
            } else if (mustBeAsRecorded(sleep, slice)) {
                formula.demand(-happens, sleep.timedOut() ? -isWoken(sleep) : isWoken(sleep));
            }
        });
    }

    /** A broadcast ends all waits that have begun and not been ended; a signal ends one of them, if there is one. */
    private void signal(Condition condition, StepNode signal) {
        int happens = formula.executed(signal);
        int someone = TermPool.FALSE;
        for (Sleep sleep : condition.sleeps()) {
            Integer wakes = endings.getOrDefault(sleep, Map.of()).get(signal);
            if (wakes == null) continue;
            if (!ConditionWaits.wakesAll(signal)) formula.demand(-wakes, -someone);
            someone = pool.or(someone, wakes);
        }
        for (Sleep sleep : condition.sleeps()) {
            Integer wakes = endings.getOrDefault(sleep, Map.of()).get(signal);
            if (wakes == null) continue;
            int does = ConditionWaits.wakesAll(signal) ? wakes : someone;
            formula.demand(-happens, -waitsAt(sleep, signal), does);
        }
    }

    /** That the wait has begun and nobody has ended it when the signal comes. */
    private int waitsAt(Sleep sleep, StepNode signal) {
        if (isWokenBefore(sleep)) return TermPool.FALSE;
        int waits = pool.and(
                formula.executed(sleep.asleep()), -formula.before(signal, sleep.asleep()), -wokenBefore(sleep, signal));
        var awake = sleep.awake().filter(slice::contains);
        if (awake.isEmpty()) return waits;
        int back = pool.and(formula.executed(awake.get()), formula.before(awake.get(), signal));
        return pool.and(waits, -back);
    }

    private int wokenBefore(Sleep sleep, StepNode signal) {
        int woken = TermPool.FALSE;
        for (var other : endings.getOrDefault(sleep, Map.of()).entrySet()) {
            if (other.getKey() == signal) continue;
            woken = pool.or(woken, pool.and(other.getValue(), formula.before(other.getKey(), signal)));
        }
        return woken;
    }

    /** That a signal has ended the wait. */
    int isWoken(Sleep sleep) {
        if (isWokenBefore(sleep)) return TermPool.TRUE;
        int woken = TermPool.FALSE;
        for (int wakes : endings.getOrDefault(sleep, Map.of()).values()) woken = pool.or(woken, wakes);
        return woken;
    }

    /** By signal, broadcasts excepted: the thread whose wait it ends in the model. */
    Map<StepNode, Integer> in(Evaluator model) {
        var woken = new HashMap<StepNode, Integer>();
        endings.forEach((sleep, ending) -> ending.forEach((signal, wakes) -> {
            if (!ConditionWaits.wakesAll(signal) && model.isTrue(wakes))
                woken.put(signal, sleep.asleep().thread());
        }));
        return woken;
    }
}
