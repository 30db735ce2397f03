package dev.moirai.rely.transition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program as guarded linear transitions, thread by thread (Popeea and Rybalchenko, TACAS 2012, section 2). Every
 * execution of the program that meets the stated {@code assumptions} is one of the system; the converse need not hold,
 * and {@code abstractions} says where.
 */
public record TransitionSystem(
        String file,
        List<Variable> variables,
        List<ThreadSystem> threads,
        List<Start> starts,
        List<Abstraction> abstractions,
        List<String> assumptions) {
    public TransitionSystem {
        variables = List.copyOf(variables);
        threads = List.copyOf(threads);
        starts = List.copyOf(starts);
        abstractions = List.copyOf(abstractions);
        assumptions = List.copyOf(assumptions);
    }

    public Variable variable(int index) {
        return variables.get(index);
    }

    public ThreadSystem thread(int number) {
        return threads.get(number);
    }

    public List<Variable> globals() {
        return variables.stream()
                .filter(v -> v.isGlobal() && v.role() != Variable.Role.CHOICE)
                .toList();
    }

    /** The thread's own variables that are live at the location. */
    public List<Variable> live(int thread, int location) {
        return variables.stream()
                .filter(v -> thread(thread).location(location).live().contains(v.index()))
                .toList();
    }

    /** What the thread has changed last, flag by flag, in the same order for all threads; see {@link Ownership}. */
    public List<Variable> owned(int thread) {
        return variables.stream()
                .filter(v -> v.role() == Variable.Role.OWNERSHIP && v.owner() == thread)
                .toList();
    }

    /** The variable which says that the thread has taken the lock and not given it back, if it ever does. */
    public Optional<Variable> holding(ThreadSystem thread, Resource.Lock lock) {
        return variables.stream()
                .filter(v -> v.role() == Variable.Role.HELD && v.owner() == thread.number())
                .filter(v -> v.name().equals(lock.heldBy(thread.name())))
                .findFirst();
    }

    /** The ranges of these variables, as rows about a moment. */
    public List<Row> ranges(List<Variable> of, int moment) {
        var rows = new ArrayList<Row>();
        for (Variable variable : of) {
            variable.range().ifPresent(range -> rows.addAll(range.rows(Linear.column(Column.of(variable, moment)))));
        }
        return rows;
    }
}
