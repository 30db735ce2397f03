package dev.moirai.verify.replay;

import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.interpret.State;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Replays a witness: the interpreter executes its schedule, and the claimed violation must happen at the end. */
public final class WitnessReplay {
    /** The result of the replay. */
    public sealed interface Result {
        record Failed(Violation violation, int steps) implements Result {}

        /** The execution does not fit the schedule, or reaches its end without the violation. */
        record Diverged(String why) implements Result {}
    }

    /** The violations that end a run for which no particular violation is expected, such as one that is recorded. */
    public static final Set<Property> FAILURES =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY, Property.DIVISION);

    private WitnessReplay() {}

    /** The C file of a witness, with the options with which it was read. */
    public static Input input(Witness witness) {
        return new Input(Path.of(witness.schedule().file()), InputOptions.ofWords(witness.options()), Dump.NOTHING);
    }

    /** The witness by which a violation can be replayed; {@link #stamped} before it is saved. */
    public static Witness witness(Input input, Verdict.Violated violated) {
        return new Witness(violated.schedule(), input.options().words(), Optional.of(violated.violation()), List.of());
    }

    /** The witness with the digest of its C files as they are now. */
    public static Witness stamped(Witness witness) {
        return witness.withDigest(digest(input(witness).files()));
    }

    /** Whether the C files have changed since the witness was made, as far as the witness says. */
    public static boolean hasChanged(Witness witness) {
        return witness.digest().isPresent()
                && !witness.digest().equals(digest(input(witness).files()));
    }

    /** The SHA-256 of the files one after the other, if they can be read. */
    public static Optional<String> digest(List<Path> files) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) digest.update(StandardInput.bytesOf(file));
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The properties to watch while the program follows the schedule of the witness. */
    static Set<Property> watched(Witness witness) {
        return witness.violation()
                .map(Violation::property)
                .map(property -> property == Property.ATOMICITY ? Set.<Property>of() : Set.of(property))
                .orElse(FAILURES);
    }

    /** Answers whether the witness fails again as it claims. */
    public static Answer answer(Witness witness, Budget budget) {
        return Inquiry.inTime(budget, "", () -> answer(witness));
    }

    private static Answer answer(Witness witness) {
        return new ReplayAnswer(witness, System.nanoTime()).of(replay(witness));
    }

    public static Result replay(Witness witness) {
        Program program = input(witness).read();
        return witness.question().isEmpty() ? replay(witness, program) : LivelockReplay.replay(witness, program);
    }

    static Result replay(Witness witness, Program program) {
        if (witness.schedule().lassoStart().isPresent()) {
            return new Result.Diverged("it goes on for ever, and the witness does not say in what sense");
        }
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched(witness)));
        try {
            return follow(machine, witness);
        } catch (DivergenceException e) {
            return new Result.Diverged(String.valueOf(e.getMessage()));
        }
    }

    private static Result follow(Machine machine, Witness witness) {
        Schedule schedule = witness.schedule();
        var script = new ScriptedScheduler(schedule);
        State state = machine.start();
        for (int i = 0; i < schedule.steps().size(); i++) {
            OptionalInt thread = script.next(state, machine.enabled(state));
            if (thread.isEmpty()) break;
            Optional<String> elsewhere = elsewhere(schedule.steps().get(i), machine.position(state, thread.getAsInt()));
            if (elsewhere.isPresent()) return new Result.Diverged("at step " + (i + 1) + " " + elsewhere.get());
            Outcome outcome = machine.step(state, thread.getAsInt(), script, Observer.NONE);
            switch (outcome) {
                case Outcome.Violated(var violation) -> {
                    return matches(witness, violation)
                            ? new Result.Failed(violation, i + 1)
                            : new Result.Diverged("at step " + (i + 1) + " it fails otherwise: " + violation.message());
                }
                case Outcome.Continued _ -> script.stepped(state);
                case Outcome.Ended _, Outcome.Pruned _, Outcome.LimitReached _ -> {
                    if (i + 1 < schedule.steps().size())
                        return new Result.Diverged("the process ends at step " + (i + 1));
                }
            }
        }
        return atTheEnd(machine, state, witness);
    }

    /** The message if a step of the schedule is at another place than the thread. */
    static Optional<String> elsewhere(Step step, SourceSpan at) {
        boolean same = step.span().line() == 0
                || step.span().line() == at.line() && step.span().file().equals(at.file());
        return same
                ? Optional.empty()
                : Optional.of(step.thread() + " is at " + at + ", where the witness has " + step.span());
    }

    private static boolean matches(Witness witness, Violation seen) {
        return witness.violation()
                .map(claimed -> claimed.property() == seen.property()
                        && seen.isAt(claimed.span().line()))
                .orElse(true);
    }

    private static Result atTheEnd(Machine machine, State state, Witness witness) {
        int steps = witness.schedule().steps().size();
        Optional<Violation> claimed = witness.violation();
        if (claimed.isPresent() && claimed.get().property() == Property.ATOMICITY) {
            return broken(witness, claimed.get());
        }
        Optional<Violation> seen = claimed.map(Violation::property)
                        .filter(Property.DATA_RACE::equals)
                        .isPresent()
                ? races(machine, state, witness)
                : machine.deadlock(state).filter(violation -> matches(witness, violation));
        return seen.<Result>map(violation -> new Result.Failed(violation, steps))
                .orElseGet(
                        () -> new Result.Diverged("the schedule ends after " + steps + " steps without the violation"));
    }

    /** The claimed race, which may be one of several in the state. */
    private static Optional<Violation> races(Machine machine, State state, Witness witness) {
        for (int i = 0; i < state.threadCount(); i++) {
            for (int j = 0; j < i; j++) {
                for (List<Integer> pair : List.of(List.of(i, j), List.of(j, i))) {
                    Optional<Violation> race = machine.race(state, pair.get(0), pair.get(1));
                    if (race.isPresent()
                            && witness.violation().filter(race.get()::isSameAs).isPresent()) return race;
                }
            }
        }
        return machine.races(state).filter(race -> matches(witness, race));
    }

    /** Checks that the schedule has the three accesses of a broken transaction, by two threads. */
    private static Result broken(Witness witness, Violation claimed) {
        List<Step> steps = witness.schedule().steps();
        if (witness.accesses().size() != 3) return new Result.Diverged("the witness names no three accesses");
        Step first = steps.get(witness.accesses().get(0));
        Step remote = steps.get(witness.accesses().get(1));
        Step second = steps.get(witness.accesses().get(2));
        boolean ordered = witness.accesses().get(0) < witness.accesses().get(1)
                && witness.accesses().get(1) < witness.accesses().get(2);
        return ordered
                        && first.thread().equals(second.thread())
                        && !remote.thread().equals(first.thread())
                ? new Result.Failed(claimed, steps.size())
                : new Result.Diverged("the three accesses do not break into each other");
    }
}
