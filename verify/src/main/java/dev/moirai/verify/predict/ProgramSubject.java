package dev.moirai.verify.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.ir.Program;
import dev.moirai.predict.CandidateFates;
import dev.moirai.predict.Forecast;
import dev.moirai.predict.ForecastScheduler;
import dev.moirai.predict.InterpreterJudge;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.predict.ProgramOrigin;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.trace.Kept;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.Recorder;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** A run of a program that the interpreter executes. */
record ProgramSubject(Recording.Recorded recorded) implements Subject {
    private static final long MOST_STEPS = 1_000_000;

    /** Of a longer run nothing is told: it would have to be executed again. */
    private static final int MOST_TOLD = 100_000;

    @Override
    public RecordedTrace trace() {
        return recorded.trace();
    }

    @Override
    public List<String> remarks() {
        var remarks = new ArrayList<String>();
        recorded.summary().ifPresent(summary -> remarks.add(summary.sentence()));
        if (trace().ending() == RecordedTrace.Ending.PARTIAL) {
            remarks.add("the trace breaks off; its first " + trace().steps().size() + " steps are used");
        }
        return remarks;
    }

    @Override
    public Predictor predictor(Predictor.Options options, Limit limit) {
        return new Predictor(
                new ProgramOrigin(recorded.program()),
                trace(),
                new InterpreterJudge(recorded.program(), trace(), options.properties()),
                options,
                limit);
    }

    @Override
    public Optional<CandidateFates.Deciders> others(Predictor.Options options, Workforce workforce, Limit limit) {
        if (workforce.places() < 2) return Optional.empty();
        var task = new CandidatesPart.Task(recorded.program(), trace(), options);
        return Optional.of(CandidatesPart.others(task, workforce, limit));
    }

    @Override
    public Optional<Predicted> violation() {
        RecordedTrace.Ending ending = trace().ending();
        if (ending != RecordedTrace.Ending.FAILED && ending != RecordedTrace.Ending.STUCK) return Optional.empty();
        Machine machine = machine(recorded.program());
        State state = machine.start();
        var moves = new ArrayList<Move>();
        for (RecordedStep step : trace().steps()) {
            moves.add(new Move(step.thread(), step.choices()));
            Outcome outcome = machine.step(state, moves.getLast(), Observer.NONE);
            if (outcome instanceof Outcome.Violated(var violation))
                return Optional.of(found(violation, machine, moves));
            if (!(outcome instanceof Outcome.Continued)) return Optional.empty();
        }
        return machine.deadlock(state).map(violation -> found(violation, machine, moves));
    }

    @Override
    public Optional<Schedule> told() {
        if (trace().steps().size() > MOST_TOLD) return Optional.empty();
        List<Move> moves = trace().steps().stream()
                .map(step -> new Move(step.thread(), step.choices()))
                .toList();
        return Optional.of(Narration.of(machine(recorded.program()), moves));
    }

    private Predicted found(Violation violation, Machine machine, List<Move> moves) {
        Supplier<Witness> witness = () -> new Witness(
                Narration.of(machine, moves), trace().header().options(), Optional.of(violation), List.of());
        return new Predicted(violation, OptionalInt.empty(), 1, witness, true);
    }

    private static Machine machine(Program program) {
        return new Machine(program, MachineOptions.DEFAULT.watching(WitnessReplay.FAILURES));
    }

    @Override
    public Witness witness(Judge.Ruling.Confirmed shown) {
        return new Witness(
                shown.execution().schedule(),
                trace().header().options(),
                Optional.of(shown.violation()),
                shown.accesses());
    }

    @Override
    public Again run(Forecast forecast, Limit limit) {
        Machine machine = machine(recorded.program());
        var scheduler = new ForecastScheduler(machine, trace(), forecast);
        var kept = new Kept();
        var result = Recorder.record(machine, new StoppedScheduler(scheduler, limit::isReached), MOST_STEPS, kept);
        RecordedTrace other = kept.trace(trace().header(), Recorder.ending(result.outcome()));
        var again = new ProgramSubject(new Recording.Recorded(recorded.program(), other, Optional.empty()));
        return new Again(Optional.of(again), scheduler.diverged().isPresent());
    }
}
