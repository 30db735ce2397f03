package dev.moirai.sequentialize;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * From a solver's model to a schedule of the original program. The unrolled program is run as the model chooses, then the
 * original program is run by the same steps: threads are known by when they are created, and questions about waiting are
 * answered in the interpreter's words. The outcome is what the interpreter says of it, not the solver.
 */
public final class Counterexample {
    /** The interpreter cuts a long step into parts. More parts than this means that the step never ends. */
    private static final int MOST_PARTS = 100;

    private final Machine machine;
    private State state;
    private final List<Move> moves = new ArrayList<>();
    /** The number at run time of each thread of the bounded program. */
    private final Map<Integer, Integer> running = new HashMap<>(Map.of(0, 0));

    /** How often the step that is being made has executed an instruction. */
    private Map<Instr, Integer> executions = new IdentityHashMap<>();

    private Outcome outcome = Outcome.CONTINUED;

    /** {@code outcome} is a violation if all is well. */
    public record Result(Schedule schedule, List<Move> moves, Outcome outcome) {}

    private Counterexample(Machine machine) {
        this.machine = machine;
        state = machine.start();
    }

    /** @param machine of the program that was bounded, watching what was asked */
    public static Result follow(Unrolled unrolled, ChosenValues model, Machine machine) {
        return follow(Trace.of(unrolled, model, machine.options()), machine);
    }

    /** Makes the steps as far as they can be made, and one more of the thread that moved last. */
    public static Result follow(List<PlannedStep> steps, Machine machine) {
        var counterexample = new Counterexample(machine);
        counterexample.follow(steps);
        return new Result(Narration.of(machine, counterexample.moves), counterexample.moves, counterexample.outcome);
    }

    /** The steps of a run that never ends, those of the stem and those of the lasso. */
    public record Endless(List<Move> stem, List<Move> lasso) {}

    /** @param machine of the program that was bounded, watching nothing */
    public static Endless follow(EndlessProgram program, ChosenValues model, Machine machine) {
        var run = new Counterexample(machine);
        List<PlannedStep> steps = Trace.of(
                program.bare(), index -> model.value(program.wholeIndex().get(index)), machine.options());
        int stem = 0;
        boolean inLasso = false;
        Set<PlannedStep> made = Set.of();
        for (PlannedStep step : steps) {
            if (!inLasso && step.round > program.stem()) {
                inLasso = true;
                made = run.bringToFirstInstruction(steps);
                stem = run.moves.size();
            }
            if (made.contains(step)) continue;
            if (!run.follow(step)) break;
            if (step.round <= program.stem()) stem = run.moves.size();
        }
        // Who is about to end the process has no point there to stand at. Nobody is woken up for that.
        boolean mayEnd = stem == run.moves.size() && machine.deadlock(run.state).isEmpty() && run.stepOnce(steps);
        if (mayEnd) stem++;
        return new Endless(
                List.copyOf(run.moves.subList(0, stem)), List.copyOf(run.moves.subList(stem, run.moves.size())));
    }

    /**
     * Lets threads that stand before their first instruction where the lasso begins make the step that brings them there, as no
     * thread comes back to where it had not begun. The step executes nothing that could have been seen on the stem: it is planned in
     * the lasso, or, for a thread that never moves, not at all. Returns the steps that have been made.
     */
    private Set<PlannedStep> bringToFirstInstruction(List<PlannedStep> steps) {
        Map<Integer, PlannedStep> first = new HashMap<>();
        for (PlannedStep step : steps) first.putIfAbsent(step.thread, step);
        var made = new HashSet<PlannedStep>();
        for (var thread : new TreeMap<>(running).entrySet()) {
            if (!goesOn() || !state.isNewborn(thread.getValue()) || !isEnabled(thread.getValue())) continue;
            PlannedStep planned = first.get(thread.getKey());
            if (planned == null) stepUnlessPruned(thread.getValue(), steps.getLast());
            else if (follow(planned)) made.add(planned);
        }
        return made;
    }

    private void follow(List<PlannedStep> steps) {
        for (PlannedStep step : steps) if (!follow(step)) return;
        // What is wrong with operands is asserted before the instruction that has them.
        stepOnce(steps);
    }

    /** Lets the thread that moved last make one more step; returns whether it could. */
    private boolean stepOnce(List<PlannedStep> steps) {
        if (!goesOn() || steps.isEmpty()) return false;
        PlannedStep last = steps.getLast();
        Integer thread = running.get(last.thread);
        return thread != null && isEnabled(thread) && stepUnlessPruned(thread, last);
    }

    /** Makes the step; returns whether it could be made. */
    private boolean follow(PlannedStep step) {
        if (!goesOn()) return false;
        Integer thread = running.get(step.thread);
        if (thread == null || !isEnabled(thread)) return false;
        int before = state.threadCount();
        executions.clear();
        step(thread, step);
        if (goesOn() && state.threadCount() > before) running.put(step.spawned, before);
        // A step without a visible instruction for very long is cut; the rest of it follows, unless it has no end.
        boolean moved = true;
        for (int part = 1;
                moved
                        && part < MOST_PARTS
                        && goesOn()
                        && !state.hasEnded(thread)
                        && machine.pending(state, thread).isEmpty()
                        && isEnabled(thread);
                part++) {
            moved = stepUnlessPruned(thread, step);
        }
        return true;
    }

    private boolean goesOn() {
        if (!(outcome instanceof Outcome.Continued)) return false;
        Optional<Violation> wrong = Run.violation(machine, state);
        wrong.ifPresent(violation -> outcome = new Outcome.Violated(violation));
        return wrong.isEmpty();
    }

    private boolean isEnabled(int thread) {
        return Arrays.stream(machine.enabled(state)).anyMatch(enabled -> enabled == thread);
    }

    /** A thread before an assumption that fails stays there: the model has it stop, the interpreter would end the run. */
    private boolean stepUnlessPruned(int thread, PlannedStep step) {
        State before = state.fork();
        var executed = new IdentityHashMap<>(executions);
        step(thread, step);
        if (!(outcome instanceof Outcome.Pruned)) return true;
        state = before;
        moves.removeLast();
        executions = executed;
        outcome = Outcome.CONTINUED;
        return false;
    }

    private void step(int thread, PlannedStep step) {
        var answering = new Answering(step);
        outcome = machine.step(state, thread, answering, answering);
        moves.add(new Move(thread, answering.given));
    }

    /** Answers the questions of a step with the values of the model. */
    private final class Answering implements Chooser, Follower {
        private final PlannedStep step;
        private final List<Long> given = new ArrayList<>();
        private int questions;

        Answering(PlannedStep step) {
            this.step = step;
        }

        @Override
        public void before(Moment moment) {
            executions.merge(moment.instr(), 1, Integer::sum);
            questions = 0;
        }

        @Override
        public void after(Moment moment) {}

        @Override
        public long choose(Choice choice) {
            int execution = executions.getOrDefault(choice.at(), 1) - 1;
            Optional<PlannedStep.Answer> planned = step.answer(choice.at(), execution, questions++);
            long answer = planned.isEmpty() ? 0 : inTheInterpretersWords(planned.get(), choice);
            given.add(answer);
            return answer;
        }

        private long inTheInterpretersWords(PlannedStep.Answer planned, Choice choice) {
            return switch (planned) {
                case PlannedStep.Answer.Value(var bits) -> bits;
                case PlannedStep.Answer.Woken(var number) ->
                    choice instanceof Choice.WhoIsWoken(var waiters, var _, var _)
                            ? Math.max(0, waiters.indexOf(running.get(number)))
                            : 0;
            };
        }
    }
}
