package dev.moirai.rely.rule;

import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.List;

/** Drops transitions that no values of the variables' types allow, such as an unsigned number that wraps below zero from one. */
final class Feasibility {
    private Feasibility() {}

    static TransitionSystem prune(TransitionSystem system, Limit limit) {
        var threads = new ArrayList<ThreadSystem>();
        try (var solver = new RowSolver(system, limit)) {
            for (ThreadSystem thread : system.threads()) {
                List<Transition> possible = thread.transitions().stream()
                        .filter(t -> t.rows().size() < 2 || solver.maySatisfy(t.rows()))
                        .toList();
                threads.add(new ThreadSystem(
                        thread.name(), thread.number(), thread.copies(), thread.start(), thread.locations(), possible));
            }
        }
        return new TransitionSystem(
                system.file(),
                system.variables(),
                threads,
                system.starts(),
                system.abstractions(),
                system.assumptions());
    }
}
