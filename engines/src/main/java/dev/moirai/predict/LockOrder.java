package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import dev.moirai.order.Sequence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Mutual exclusion by locks (the paper's simplification for lock semantics, section 4.2): of two critical sections of one lock,
 * one is over before the other begins. This one choice orders all steps inside them, so that no two of these steps need a
 * comparison of their own.
 */
final class LockOrder {
    private record Pair(CriticalSection first, CriticalSection second) {}

    private final PrefixFormula formula;
    private final Sequence sequence;
    private final TermPool pool;
    private final Slice slice;
    private final Map<Pair, Integer> known = new HashMap<>();
    private final Map<StepNode, CriticalSection> begun = new HashMap<>();

    LockOrder(PrefixFormula formula, Sequence sequence) {
        this.formula = formula;
        this.sequence = sequence;
        this.pool = formula.pool();
        this.slice = formula.slice();
        for (List<List<CriticalSection>> ofLock : slice.contested()) {
            for (List<CriticalSection> sections : ofLock)
                sections.forEach(section -> begun.put(section.acquire(), section));
            for (int i = 0; i < ofLock.size(); i++) {
                for (int j = i + 1; j < ofLock.size(); j++) exclude(ofLock.get(i), ofLock.get(j));
            }
        }
    }

    private void exclude(List<CriticalSection> some, List<CriticalSection> others) {
        for (CriticalSection a : some) for (CriticalSection b : others) if (a.excludes(b)) exclude(a, b);
    }

    private void exclude(CriticalSection a, CriticalSection b) {
        formula.demand(
                -formula.executed(a.acquire()), -formula.executed(b.acquire()), isOverBefore(a, b), isOverBefore(b, a));
    }

    private int isOverBefore(CriticalSection first, CriticalSection second) {
        return known.computeIfAbsent(new Pair(first, second), _ -> over(first, second));
    }

    private int over(CriticalSection first, CriticalSection second) {
        StepNode release = first.release();
        StepNode acquire = second.acquire();
        if (release == null || slice.isBeyond(release) || slice.isBefore(acquire)) return TermPool.FALSE;
        if (slice.isBefore(release)) return TermPool.TRUE;
        int constant = formula.known(release, acquire);
        if (constant == TermPool.FALSE) return TermPool.FALSE;
        if (constant == TermPool.TRUE) return formula.executed(release);
        int over = pool.newBool();
        formula.demand(-over, formula.executed(release));
        sequence.demand(
                over,
                formula.encoded(release).moment(),
                formula.encoded(acquire).moment());
        return over;
    }

    /** That a step comes before another, if both happen and stand in sections that exclude each other. */
    OptionalInt before(StepNode first, StepNode second) {
        CriticalSection begins = begun.get(first);
        if (begins != null) {
            OptionalInt before = before(begins, second);
            if (before.isPresent()) return before;
        }
        for (CriticalSection held : first.held()) {
            OptionalInt before = before(held, second);
            if (before.isPresent()) return before;
        }
        return OptionalInt.empty();
    }

    private OptionalInt before(CriticalSection first, StepNode second) {
        CriticalSection begins = begun.get(second);
        if (begins != null && first.excludes(begins)) return OptionalInt.of(isOverBefore(first, begins));
        for (CriticalSection held : second.held()) {
            if (first.excludes(held)) return OptionalInt.of(isOverBefore(first, held));
        }
        return OptionalInt.empty();
    }
}
