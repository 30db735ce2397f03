package dev.moirai.rely.zone;

import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.util.function.LongConsumer;

/**
 * Which of two threads has the smaller number, as the tickets of those that wait in line: a zone of both orders would
 * not even know that the numbers differ. Told apart where a relation knows the locals of two threads.
 */
final class TicketOrder {
    private final TransitionSystem system;

    TicketOrder(TransitionSystem system) {
        this.system = system;
    }

    /** Says of which locals of different threads the zone knows the order. */
    void between(Relation relation, Zone zone, LongConsumer sayer) {
        int count = zone.shape().size();
        for (int i = 0; i < count; i++) {
            if (!isNumberOfAThread(relation, zone, i)) continue;
            for (int j = 0; j < i; j++) {
                if (!isNumberOfAThread(relation, zone, j) || !areOfTwo(relation, i, j)) continue;
                long order = zone.difference(i, j) < 0 ? -1 : zone.difference(j, i) < 0 ? 1 : 0;
                if (order == 0) continue;
                sayer.accept((long) i * count + j);
                sayer.accept(order);
            }
        }
    }

    private boolean isNumberOfAThread(Relation relation, Zone zone, int parameter) {
        return zone.shape().rank(parameter) != 0
                && !variable(relation, parameter).isGlobal();
    }

    private boolean areOfTwo(Relation relation, int one, int other) {
        return Column.moment(relation.parameters().get(one))
                        != Column.moment(relation.parameters().get(other))
                && variable(relation, one)
                        .range()
                        .equals(variable(relation, other).range());
    }

    private Variable variable(Relation relation, int parameter) {
        return system.variable(Column.variable(relation.parameters().get(parameter)));
    }
}
