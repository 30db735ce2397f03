package dev.moirai.sequentialize;

import dev.moirai.bound.Origin;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A step of the original program that an engine wants the interpreter to make. Threads are numbered as in the bounded one.
 *
 * <p>Answers to what the step may ask belong to executions of instructions: when a loop in the step comes to an instruction
 * for the second time, the answer is what the model has for the second time, whether or not there was a question at the first.
 */
public final class PlannedStep {
    final int thread;
    /** By instruction of the original program: a list of answers for each execution. */
    private final Map<Instr, List<List<Answer>>> answers = new IdentityHashMap<>();

    private final Map<Instr, Origin> latest = new IdentityHashMap<>();
    /** The round in which it is made, where there are rounds. */
    int round;

    int spawned = -1;

    /** The model's answer to a question. */
    sealed interface Answer {
        record Value(long bits) implements Answer {}

        /** The number of a thread. */
        record Woken(int thread) implements Answer {}
    }

    public PlannedStep(int thread) {
        this.thread = thread;
    }

    /**
     * The step executes an instruction, or a part of it: those of one execution have equal origins.
     *
     * @param instr of the original program
     */
    public void executes(Instr instr, Origin origin) {
        if (origin.equals(latest.put(instr, origin))) return;
        answers.computeIfAbsent(instr, _ -> new ArrayList<>()).add(new ArrayList<>());
    }

    /**
     * The answer, should the execution that was announced last ask for a value. Answers come in the order of the
     * questions.
     */
    public void answer(Instr instr, long value) {
        given(instr).add(new Answer.Value(value));
    }

    /** The answer to a choice that only the bounded program makes, in the words of the original program. */
    public void answer(Instr instr, Source source, long value) {
        switch (source) {
            case Source.WhoIsWoken(var threads) -> {
                // Beyond them it is said where nobody waits, and then nobody asks.
                if (value >= 0 && value < threads.size()) given(instr).add(new Answer.Woken(threads.get((int) value)));
            }
            case Source.Anything _,
                    Source.Returned _,
                    Source.Unwritten _,
                    Source.Memory _,
                    Source.Timer _,
                    Source.NewNode _,
                    Source.RealCall _,
                    Source.SpuriousFailure _,
                    Source.EndOfWait _,
                    Source.HowFar _ -> answer(instr, value);
        }
    }

    private List<Answer> given(Instr instr) {
        return answers.getOrDefault(instr, List.of()).getLast();
    }

    /** The number of the thread that the step creates. */
    public void spawns(int number) {
        spawned = number;
    }

    /** What to answer a question of an execution of an instruction; executions and questions are counted from 0. */
    Optional<Answer> answer(Instr instr, int execution, int question) {
        List<List<Answer>> all = answers.getOrDefault(instr, List.of());
        if (execution >= all.size() || question >= all.get(execution).size()) return Optional.empty();
        return Optional.of(all.get(execution).get(question));
    }

    @Override
    public String toString() {
        return "a step of thread " + thread + (spawned < 0 ? "" : " that creates " + spawned);
    }
}
