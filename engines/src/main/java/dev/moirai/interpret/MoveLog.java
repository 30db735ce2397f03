package dev.moirai.interpret;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The moves of a run in packed form, so that long runs can be kept whole. */
final class MoveLog extends AbstractList<Move> {
    private int[] threads = new int[64];
    private int[] choiceStarts = new int[65];
    private long[] choices = new long[8];
    private int size;
    private int choiceCount;

    void begin(int thread) {
        if (size == threads.length) {
            threads = Arrays.copyOf(threads, size * 2);
            choiceStarts = Arrays.copyOf(choiceStarts, size * 2 + 1);
        }
        threads[size++] = thread;
        choiceStarts[size] = choiceCount;
    }

    void chosen(long value) {
        if (choiceCount == choices.length) choices = Arrays.copyOf(choices, choiceCount * 2);
        choices[choiceCount++] = value;
        choiceStarts[size] = choiceCount;
    }

    @Override
    public Move get(int index) {
        List<Long> chosen = new ArrayList<>();
        for (int i = choiceStarts[index]; i < choiceStarts[index + 1]; i++) chosen.add(choices[i]);
        return new Move(threads[index], chosen);
    }

    @Override
    public int size() {
        return size;
    }
}
