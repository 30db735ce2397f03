package dev.moirai.explore;

import dev.moirai.interpret.Move;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The moves that have led to a state, last one first, so that ways with the same beginning share it. */
record MovesSoFar(@Nullable MovesSoFar before, int thread, long[] choices, int length) {
    static final MovesSoFar NOWHERE = new MovesSoFar(null, 0, new long[0], 0);

    MovesSoFar then(int next, long[] chosen) {
        return new MovesSoFar(this, next, chosen, length + 1);
    }

    List<Move> moves() {
        var moves = new ArrayList<Move>(length);
        for (MovesSoFar at = this; at.before != null; at = at.before) moves.add(MoveChain.move(at.thread, at.choices));
        Collections.reverse(moves);
        return moves;
    }
}
