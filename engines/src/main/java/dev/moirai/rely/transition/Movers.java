package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which steps commute with those of other threads (Lipton 1975): taking a mutex can be moved behind the steps of others
 * (a right mover), releasing it before them (a left mover), and a step that touches only variables that a mutex held by
 * the thread protects can be moved both ways.
 */
final class Movers {
    enum Kind {
        BOTH,
        RIGHT,
        LEFT,
        NONE
    }

    private final TransitionSystem system;
    private final Set<Integer> mutexes = new HashSet<>();
    /** The mutexes that a thread certainly holds at a location. */
    private final Map<ThreadLocation, Set<Integer>> held = new HashMap<>();

    /** The mutexes that are held at every access to a variable. */
    private final Map<Integer, Set<Integer>> guardians = new HashMap<>();

    Movers(TransitionSystem system) {
        this.system = system;
        for (Variable variable : system.variables()) {
            boolean bit = variable.role() == Variable.Role.SYNC
                    && variable.range()
                            .flatMap(Variable.Range::most)
                            .filter(BigInteger.ONE::equals)
                            .isPresent();
            if (bit) mutexes.add(variable.index());
        }
        boolean again = true;
        while (again) {
            findHeld();
            again = mutexes.removeIf(mutex -> !isProper(mutex));
        }
        findGuardians();
    }

    Kind kind(Transition t) {
        Set<Integer> holds = heldBefore(t);
        boolean takes = false;
        boolean gives = false;
        for (int variable : accessed(t)) {
            if (mutexes.contains(variable) && takes(t, variable)) takes = true;
            else if (mutexes.contains(variable) && gives(t, variable)) gives = true;
            else {
                Set<Integer> guards = guardians.getOrDefault(variable, Set.of());
                if (guards.stream().noneMatch(holds::contains)) return Kind.NONE;
            }
        }
        if (takes && gives) return Kind.NONE;
        return takes ? Kind.RIGHT : gives ? Kind.LEFT : Kind.BOTH;
    }

    private Set<Integer> heldBefore(Transition t) {
        return held.getOrDefault(new ThreadLocation(t.thread(), t.source()), Set.of());
    }

    /** The globals a transition reads or writes. */
    private Set<Integer> accessed(Transition t) {
        var accessed = new HashSet<>(t.written());
        for (Row row : t.rows()) {
            for (long column : row.expression().coefficients().keySet()) accessed.add(Column.variable(column));
        }
        accessed.removeIf(
                v -> !system.variable(v).isGlobal() || system.variable(v).role() == Variable.Role.CHOICE);
        return accessed;
    }

    private boolean takes(Transition t, int mutex) {
        Variable variable = system.variable(mutex);
        return t.rows().contains(Row.zero(variable.now()))
                && t.rows().contains(Row.equal(variable.next(), Linear.of(1)));
    }

    private boolean gives(Transition t, int mutex) {
        Variable variable = system.variable(mutex);
        boolean asks = t.rows().stream()
                .anyMatch(row -> row.expression().coefficients().containsKey(Column.of(mutex, Column.NOW)));
        return !asks && t.rows().contains(Row.zero(variable.next()));
    }

    /** Whether only its holder releases the mutex, and all other accesses take it or find it taken. */
    private boolean isProper(int mutex) {
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) {
                if (!accessed(t).contains(mutex) || takes(t, mutex)) continue;
                boolean holds = heldBefore(t).contains(mutex);
                if (gives(t, mutex) && holds) continue;
                boolean findsTaken = !t.written().contains(mutex)
                        && t.rows()
                                .contains(Row.atLeastZero(
                                        system.variable(mutex).now().plus(-1)));
                if (!findsTaken) return false;
            }
        }
        return true;
    }

    private void findHeld() {
        held.clear();
        for (ThreadSystem thread : system.threads()) {
            for (Start start : system.starts()) {
                held.put(new ThreadLocation(thread.number(), start.locations().get(thread.number())), new HashSet<>());
            }
            boolean changed = true;
            while (changed) {
                changed = false;
                for (Transition t : thread.transitions()) {
                    Set<Integer> before = held.get(new ThreadLocation(thread.number(), t.source()));
                    if (before == null) continue;
                    var after = new HashSet<>(before);
                    for (int mutex : mutexes) {
                        if (takes(t, mutex)) after.add(mutex);
                        else if (t.written().contains(mutex)) after.remove(mutex);
                    }
                    var to = new ThreadLocation(thread.number(), t.target());
                    Set<Integer> known = held.get(to);
                    if (known == null) held.put(to, after);
                    else if (!known.retainAll(after)) continue;
                    changed = true;
                }
            }
        }
    }

    private void findGuardians() {
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) {
                Set<Integer> holds = heldBefore(t);
                for (int variable : accessed(t)) {
                    guardians
                            .computeIfAbsent(variable, _ -> new HashSet<>(mutexes))
                            .retainAll(holds);
                }
            }
        }
    }
}
