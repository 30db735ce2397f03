package dev.moirai.sequentialize;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;

/** A model that notes what it answers to the questions of the sequential program, in the order in which they come up. */
public final class Answers implements ChosenValues {
    /** {@code question} in words; what {@code isFound} was not chosen but read from memory that nobody has written. */
    public record Answer(String question, long value, boolean isFound) {}

    private final Unrolled unrolled;
    private final ChosenValues model;
    private final List<Answer> given = new ArrayList<>();

    public Answers(Unrolled unrolled, ChosenValues model) {
        this.unrolled = unrolled;
        this.model = model;
    }

    public List<Answer> given() {
        return List.copyOf(given);
    }

    @Override
    public long value(int index) {
        long value = model.value(index);
        given.add(
                unrolled.body().get(index) instanceof Instr.Nondet(var _, var source, var _)
                        ? new Answer(source.words(), value, false)
                        : new Answer("memory nobody has written", value, true));
        return value;
    }
}
