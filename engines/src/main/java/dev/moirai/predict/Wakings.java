package dev.moirai.predict;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.predict.ConditionWaits.Condition;
import dev.moirai.predict.ConditionWaits.Sleep;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which signal ends which wait. A signal ends one of the waits that have begun and that nobody has ended, any of them; if
 * there is one, it does; a broadcast ends all. Only where that matters: mostly a wait may end for no reason, and then a
 * signal orders nothing.
 */
final class Wakings {
    private final TraceProgram program;
    private final PrefixFormula encoding;
    private final TermPool pool;
    private final Slice slice;
    private final ThreadTerms terms;
    /** By wait: the signals that may end it, and when each does. */
    private final Map<Sleep, Map<StepNode, Integer>> endings = new LinkedHashMap<>();

    Wakings(TraceProgram program, PrefixFormula encoding, ThreadTerms terms) {
        this.program = program;
        this.encoding = encoding;
        this.pool = encoding.pool();
        this.slice = encoding.slice();
        this.terms = terms;
    }

    /** Whether the slice must know who wakes whom there. */
    static boolean matter(Condition condition, Slice slice, ThreadTerms terms) {
        if (slice.isForStuck()) return true;
        for (Sleep sleep : condition.sleeps()) {
            boolean comesBack = sleep.awake().filter(slice::contains).isPresent();
            if (comesBack && (mustBeAsRecorded(sleep, slice) || isLookedAt(sleep, terms))) return true;
        }
        return false;
    }

    /** Whether the wait must have ended as it did, by a signal or by none. */
    private static boolean mustBeAsRecorded(Sleep sleep, Slice slice) {
        if (sleep.isTimed() && slice.model() != CausalModel.MAXIMAL) return false;
        return sleep.timedOut() || sleep.neededSignal();
    }

    /** Whether the thread goes its way by how the wait has ended. */
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
                    ending.put(signal, encoding.choice());
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

    /** It comes while the other waits. */
    private void wakes(StepNode signal, Sleep sleep, int wakes) {
        if (isWokenBefore(sleep)) {
            encoding.demand(-wakes);
            return;
        }
        encoding.demand(-wakes, encoding.executed(signal));
        encoding.demand(-wakes, encoding.executed(sleep.asleep()));
        encoding.demand(-wakes, encoding.before(sleep.asleep(), signal));
        sleep.awake().filter(slice::contains).ifPresent(awake -> {
            encoding.demand(-wakes, -encoding.executed(awake), encoding.before(signal, awake));
        });
    }

    private void atMostOne(Map<StepNode, Integer> ending) {
        var all = ending.values().stream().toList();
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) encoding.demand(-all.get(i), -all.get(j));
        }
    }

    private void comesBack(Sleep sleep) {
        sleep.awake().filter(slice::contains).ifPresent(awake -> {
            int happens = encoding.executed(awake);
            if (isLookedAt(sleep, terms)) {
                encoding.demand(-happens, pool.iff(terms.woken(awake), isWoken(sleep)));
            } else if (mustBeAsRecorded(sleep, slice)) {
                encoding.demand(-happens, sleep.timedOut() ? -isWoken(sleep) : isWoken(sleep));
            }
        });
    }

    /** Whoever waits when it comes and has not been woken is woken: by a broadcast all, by a signal one of them. */
    private void signal(Condition condition, StepNode signal) {
        int happens = encoding.executed(signal);
        int someone = TermPool.FALSE;
        for (Sleep sleep : condition.sleeps()) {
            Integer wakes = endings.getOrDefault(sleep, Map.of()).get(signal);
            if (wakes == null) continue;
            if (!ConditionWaits.wakesAll(signal)) encoding.demand(-wakes, -someone);
            someone = pool.or(someone, wakes);
        }
        for (Sleep sleep : condition.sleeps()) {
            Integer wakes = endings.getOrDefault(sleep, Map.of()).get(signal);
            if (wakes == null) continue;
            int does = ConditionWaits.wakesAll(signal) ? wakes : someone;
            encoding.demand(-happens, -waitsAt(sleep, signal), does);
        }
    }

    /** That the wait has begun and nobody has ended it when the signal comes. */
    private int waitsAt(Sleep sleep, StepNode signal) {
        if (isWokenBefore(sleep)) return TermPool.FALSE;
        int waits = pool.and(
                encoding.executed(sleep.asleep()),
                -encoding.before(signal, sleep.asleep()),
                -wokenBefore(sleep, signal));
        var awake = sleep.awake().filter(slice::contains);
        if (awake.isEmpty()) return waits;
        int back = pool.and(encoding.executed(awake.get()), encoding.before(awake.get(), signal));
        return pool.and(waits, -back);
    }

    private int wokenBefore(Sleep sleep, StepNode signal) {
        int woken = TermPool.FALSE;
        for (var other : endings.getOrDefault(sleep, Map.of()).entrySet()) {
            if (other.getKey() == signal) continue;
            woken = pool.or(woken, pool.and(other.getValue(), encoding.before(other.getKey(), signal)));
        }
        return woken;
    }

    /** That somebody has ended the wait. */
    int isWoken(Sleep sleep) {
        if (isWokenBefore(sleep)) return TermPool.TRUE;
        int woken = TermPool.FALSE;
        for (int wakes : endings.getOrDefault(sleep, Map.of()).values()) woken = pool.or(woken, wakes);
        return woken;
    }

    /** By signal that wakes one: whose wait it ends. */
    Map<StepNode, Integer> in(Evaluator model) {
        var woken = new HashMap<StepNode, Integer>();
        endings.forEach((sleep, ending) -> ending.forEach((signal, wakes) -> {
            if (!ConditionWaits.wakesAll(signal) && model.isTrue(wakes))
                woken.put(signal, sleep.asleep().thread());
        }));
        return woken;
    }
}
