package dev.moirai.sequentialize;

import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;

/** What a model answers to the questions of the sequential program, in the order in which they come up. */
public final class Answers {
    /** {@code question} in words; what {@code isFound} was not chosen but read from memory that nobody has written. */
    public record Answer(String question, long value, boolean isFound) {}

    private Answers() {}

    public static List<Answer> of(Unrolled unrolled, ChosenValues model, MachineOptions options) {
        var answers = new ArrayList<Answer>();
        Trace.of(
                unrolled,
                index -> {
                    long value = model.value(index);
                    answers.add(
                            unrolled.body().get(index) instanceof Instr.Nondet(var _, var source, var _)
                                    ? new Answer(source.words(), value, false)
                                    : new Answer("memory nobody has written", value, true));
                    return value;
                },
                options);
        return answers;
    }
}
