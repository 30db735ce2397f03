package dev.moirai.explore;

import dev.moirai.interpret.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The moves from one kept state to the next: the first with its choices, the others without any. */
record MoveChain(int first, long[] choices, int[] others) {
    private static final int[] NONE = {};

    static final MoveChain NOWHERE = new MoveChain(0, new long[0], NONE);

    MoveChain(int first, long[] choices) {
        this(first, choices, NONE);
    }

    MoveChain then(int[] threads, int count) {
        return count == 0 ? this : new MoveChain(first, choices, Arrays.copyOf(threads, count));
    }

    void addTo(List<Move> moves) {
        moves.add(move(first, choices));
        for (int thread : others) moves.add(new Move(thread, List.of()));
    }

    static Move move(int thread, long[] choices) {
        var list = new ArrayList<Long>(choices.length);
        for (long choice : choices) list.add(choice);
        return new Move(thread, list);
    }
}
