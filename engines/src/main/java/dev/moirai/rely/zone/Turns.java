package dev.moirai.rely.zone;

import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.math.BigInteger;
import java.util.function.LongConsumer;

/**
 * Numbers that go up together stay close to each other, but for the moment when one of them has begun again at its least
 * value and the other has not. Then they are nearly a whole turn apart: such states are told apart from the others, as a
 * zone of both would not know that they are close at all. Only of globals: copies of them in locals follow from the zone.
 */
final class Turns {
    private static final int WIDEST = 40;

    /** How many values a global has; 0 if no number says that, or too large a one, and for the other variables. */
    private final long[] sizes;

    Turns(TransitionSystem system) {
        sizes = new long[system.variables().size()];
        for (Variable variable : system.globals()) sizes[variable.index()] = size(variable);
    }

    private static long size(Variable variable) {
        return variable.range()
                .flatMap(range ->
                        range.most().map(most -> most.subtract(range.least()).add(BigInteger.ONE)))
                .filter(size -> size.bitLength() <= WIDEST)
                .map(BigInteger::longValueExact)
                .orElse(0L);
    }

    /** Says which numbers of the zone are surely whole turns apart, and how many. */
    void between(Relation relation, Zone zone, LongConsumer sayer) {
        int count = zone.shape().size();
        for (int i = 0; i < count; i++) {
            if (zone.shape().rank(i) == 0) continue;
            for (int j = 0; j < i; j++) {
                if (zone.shape().rank(j) == 0) continue;
                long turns = turns(zone, i, j, size(relation, i), size(relation, j));
                if (turns == 0) continue;
                sayer.accept((long) i * count + j);
                sayer.accept(turns);
            }
        }
    }

    private long size(Relation relation, int parameter) {
        return sizes[Column.variable(relation.parameters().get(parameter))];
    }

    private static long turns(Zone zone, int left, int right, long size, long other) {
        if (size == 0 || size != other) return 0;
        long most = zone.difference(left, right);
        long least = -zone.difference(right, left);
        if (most >= Zone.NONE || least <= -Zone.NONE) return 0;
        long turns = Math.floorDiv(most + size / 2, size);
        return turns == Math.floorDiv(least + size / 2, size) ? turns : 0;
    }
}
