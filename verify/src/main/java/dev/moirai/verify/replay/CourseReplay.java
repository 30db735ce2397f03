package dev.moirai.verify.replay;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.ir.Source;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.svcomp.Course;
import dev.moirai.witness.svcomp.Course.Passing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows a violation witness that gives only lines and threads: the interpreter is led from line to line, and the violation must
 * happen. Lines at which no step of ours begins are passed over; a thread that stands before the line makes the steps up to it. What
 * a witness leaves open is tried in a few ways, from the most to the least literal. A witness that leads nowhere is not refuted.
 */
public final class CourseReplay {
    /** How far a thread may have to go to the next line of the witness. */
    private static final int LOOK_AHEAD = 60;

    /** How many steps are made after the last line of the witness. */
    private static final int AFTERWARDS = 400;

    /** Whether a line that one edge of the witness stands for is finished before another thread moves. */
    private enum Grain {
        STEPS,
        LINES
    }

    private record Found(Violation violation, List<Move> moves, int passed) {}

    private final Machine machine;
    private final Course course;
    private final Budget budget;
    private final Grain grain;
    private final long otherwise;
    private final List<Move> moves = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** How many of the witness's values have been used. */
    private final Map<Course.Free, Integer> inputsUsed = new HashMap<>();

    private final State state;
    private Optional<Violation> violation = Optional.empty();
    private boolean isOver;
    private int passed;

    /** @param otherwise the answer to questions that the witness does not answer */
    private CourseReplay(Machine machine, Course course, Budget budget, Grain grain, long otherwise) {
        this.machine = machine;
        this.course = course;
        this.budget = budget;
        this.grain = grain;
        this.otherwise = otherwise;
        this.state = machine.start();
    }

    /** Answers whether the witness leads to a violation of one of the properties. */
    public static Answer answer(Input input, Course course, Set<Property> properties, Budget budget) {
        return Inquiry.inTime(budget, "", () -> answered(input, course, properties, budget));
    }

    private static Answer answered(Input input, Course course, Set<Property> properties, Budget budget) {
        long began = System.nanoTime();
        var machine = new Machine(input.read(), MachineOptions.DEFAULT.watching(properties));
        Optional<Found> found = Optional.empty();
        for (Grain grain : Grain.values()) {
            for (long otherwise = 0; otherwise <= 1 && found.isEmpty(); otherwise++) {
                found = new CourseReplay(machine, course, budget, grain, otherwise).follow();
            }
        }
        int lines = course.passings().size();
        Verdict verdict = found.<Verdict>map(
                        way -> ScheduleReplay.confirmed(machine, way.violation(), Narration.of(machine, way.moves())))
                .orElseGet(() -> new Verdict.Unknown("the witness does not lead to a violation here"));
        var remarks = found.map(way -> List.of("replay: the witness's " + lines + " lines were followed, "
                        + way.passed() + " of them by a step, to the violation after "
                        + way.moves().size() + " steps"))
                .orElse(List.of());
        return new Answer(
                new Question(Question.Kind.REPLAY, input.file().toString(), properties),
                verdict,
                verdict instanceof Verdict.Violated violated
                        ? new Evidence.Run(
                                Optional.of(WitnessReplay.witness(input, violated)), Optional.empty(), remarks)
                        : new Evidence.None(),
                new Cost(
                        new EngineId("replay"),
                        new Statistics((System.nanoTime() - began) / 1e9, Map.of("lines", (long) lines))));
    }

    private Optional<Found> follow() {
        look();
        List<Passing> passings = course.passings();
        for (int i = 0; i < passings.size() && isUnderWay(); i++) {
            Passing passing = passings.get(i);
            int thread = number(passing.thread());
            if (thread < 0 || !reaches(thread, passing.line())) continue;
            while (isUnderWay() && line(thread) != passing.line() && passing.line() > 0) step(thread, List.of());
            if (!isUnderWay()) break;
            int threads = state.threadCount();
            step(thread, passing.choices());
            passed++;
            passing.starts().ifPresent(name -> {
                if (isUnderWay() && state.threadCount() > threads) numbers.putIfAbsent(name, threads);
            });
            Optional<Passing> next = i + 1 < passings.size() ? Optional.of(passings.get(i + 1)) : Optional.empty();
            boolean isSame = next.filter(
                            then -> then.thread().equals(passing.thread()) && then.line() == passing.line())
                    .isPresent();
            while (grain == Grain.LINES
                    && !isSame
                    && isUnderWay()
                    && canMove(thread)
                    && line(thread) == passing.line()) {
                step(thread, List.of());
            }
        }
        finish();
        return violation.map(seen -> new Found(seen, moves, passed));
    }

    /** After the last line: the thread that the witness ends with goes on as long as it can, then the others. */
    private void finish() {
        List<Passing> passings = course.passings();
        int thread = passings.isEmpty() ? -1 : number(passings.getLast().thread());
        if (thread < 0) thread = moves.isEmpty() ? 0 : moves.getLast().thread();
        for (int i = 0; i < AFTERWARDS && isUnderWay(); i++) {
            if (!canMove(thread)) {
                int[] enabled = machine.enabled(state);
                if (enabled.length == 0) return;
                thread = enabled[0];
            }
            step(thread, List.of());
        }
    }

    private boolean isUnderWay() {
        return violation.isEmpty() && !isOver && !budget.limit().isReached();
    }

    private boolean canMove(int thread) {
        return Arrays.binarySearch(machine.enabled(state), thread) >= 0 && machine.isReady(state, thread);
    }

    private int line(int thread) {
        return machine.position(state, thread).line();
    }

    /**
     * Our number of the witness's thread: the first is the first of the program; others as the witness says when they are started,
     * else in the order in which they were created. Negative if it is not there yet.
     */
    private int number(String name) {
        boolean isNumber = course.names() == Course.Names.IN_ORDER_OF_CREATION && name.matches("\\d{1,6}");
        if (isNumber) numbers.put(name, Integer.parseInt(name));
        if (numbers.isEmpty()) numbers.put(name, 0);
        Integer known = numbers.get(name);
        if (known != null) return known < state.threadCount() ? known : -1;
        for (int i = 0; i < state.threadCount(); i++) {
            if (numbers.containsValue(i)) continue;
            numbers.put(name, i);
            return i;
        }
        return -1;
    }

    /** Whether the thread comes to the line by itself, within some steps. */
    private boolean reaches(int thread, int line) {
        if (state.hasEnded(thread) || !isEnabled(state, thread)) return false;
        if (line == 0 || line(thread) == line) return true;
        State ahead = state.fork();
        var answers = new Answers(thread, List.of());
        for (int i = 0; i < LOOK_AHEAD; i++) {
            Outcome outcome = machine.step(ahead, thread, answers::next, Observer.NONE);
            boolean goesOn =
                    outcome instanceof Outcome.Continued && !ahead.hasEnded(thread) && isEnabled(ahead, thread);
            if (!goesOn) return false;
            if (machine.position(ahead, thread).line() == line) return true;
        }
        return false;
    }

    private boolean isEnabled(State in, int thread) {
        return Arrays.binarySearch(machine.enabled(in), thread) >= 0;
    }

    private void step(int thread, List<Long> choices) {
        if (!isEnabled(state, thread)) {
            isOver = true;
            return;
        }
        var answers = new Answers(thread, choices);
        Outcome outcome = machine.step(state, thread, answers::next, Observer.NONE);
        inputsUsed.putAll(answers.used);
        moves.add(new Move(thread, answers.made));
        switch (outcome) {
            case Outcome.Violated(var seen) -> violation = Optional.of(seen);
            case Outcome.Continued _ -> look();
            case Outcome.Ended _, Outcome.Pruned _, Outcome.LimitReached _ -> isOver = true;
        }
    }

    private void look() {
        violation = Run.violation(machine, state);
    }

    /** Answers questions as the witness says, as long as it says anything. */
    private final class Answers {
        private final Deque<Long> given;
        private final List<Long> made = new ArrayList<>();
        private final String name;
        private final Map<Course.Free, Integer> used;

        Answers(int thread, List<Long> given) {
            this.given = new ArrayDeque<>(given);
            this.name = numbers.entrySet().stream()
                    .filter(each -> each.getValue() == thread)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
            this.used = new HashMap<>(inputsUsed);
        }

        long next(Choice choice) {
            long answer = otherwise;
            if (!given.isEmpty()) answer = given.remove();
            else if (choice instanceof Choice.AnyValue any) answer = value(any);
            if (choice instanceof Choice.OneOf one) answer = Math.floorMod(answer, one.count());
            made.add(answer);
            return answer;
        }

        private long value(Choice.AnyValue choice) {
            var asked = new Course.Free(name, choice.source() instanceof Source.Unwritten(var place) ? place : "");
            List<Long> values = course.inputs().getOrDefault(asked, List.of());
            int next = used.getOrDefault(asked, 0);
            if (next >= values.size()) return otherwise;
            used.put(asked, next + 1);
            return values.get(next);
        }
    }
}
