package dev.moirai.interpret;

import java.util.List;
import java.util.OptionalInt;

/** Makes the moves it is given, in order. */
public final class MovesScheduler implements Scheduler {
    private final List<Move> moves;
    private int at = -1;
    private int answered;

    public MovesScheduler(List<Move> moves) {
        this.moves = moves;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        if (++at == moves.size()) return OptionalInt.empty();
        answered = 0;
        return OptionalInt.of(moves.get(at).thread());
    }

    @Override
    public long choose(Choice choice) {
        return moves.get(at).choices().get(answered++);
    }
}
