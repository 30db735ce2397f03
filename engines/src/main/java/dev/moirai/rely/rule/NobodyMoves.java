package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Wait;
import java.util.ArrayList;
import java.util.List;

/**
 * The premises which say that no state is a deadlock: that some thread is blocked and none can move. A thread can move
 * wherever it stands before something that does not make it wait; where nobody moves any more because the process has
 * ended, there is no deadlock. Waits may hold too often, never too seldom, so no deadlock is left out.
 */
final class NobodyMoves {
    private static final String WHAT = "not all threads wait";

    private final TransitionSystem system;
    private final Relations relations;
    private final Premises premises;

    NobodyMoves(TransitionSystem system, Relations relations, Premises premises) {
        this.system = system;
        this.relations = relations;
        this.premises = premises;
    }

    /** None of the states in which all threads stand at these places is a deadlock. */
    void never(List<Integer> places) {
        Relation states = relations.states(0, places);
        var standing = new ArrayList<Location>();
        for (ThreadSystem thread : system.threads()) standing.add(thread.location(places.get(thread.number())));
        if (standing.stream().anyMatch(it -> it.isFailure() || it.kind() == Location.Kind.OVER)) return;
        for (Location location : standing) {
            for (Wait wait : location.waits()) {
                if (wait.stopsAll())
                    premises.never(
                            states,
                            wait.rows(),
                            "nobody waits for " + wait.resource().words() + " in an atomic section");
            }
        }
        boolean canSomebodyMove =
                standing.stream().anyMatch(it -> it.waits().isEmpty() && it.kind() != Location.Kind.ENDED);
        boolean canSomebodyBeBlocked =
                standing.stream().flatMap(it -> it.waits().stream()).anyMatch(it -> !it.isBirth());
        if (!canSomebodyMove && canSomebodyBeBlocked) combine(standing, 0, List.of(), states);
    }

    /** One premise for each combination of reasons why threads may be blocked. */
    private void combine(List<Location> standing, int from, List<Row> rows, Relation states) {
        int next = from;
        while (next < standing.size() && standing.get(next).waits().isEmpty()) next++;
        if (next == standing.size()) {
            premises.never(states, rows, WHAT);
            return;
        }
        for (Wait wait : standing.get(next).waits()) {
            var more = new ArrayList<>(rows);
            more.addAll(wait.rows());
            combine(standing, next + 1, more, states);
        }
    }
}
