package dev.moirai.interpret;

import static dev.moirai.fixture.IrExpressions.add;
import static dev.moirai.fixture.IrExpressions.at;
import static dev.moirai.fixture.IrExpressions.eq;
import static dev.moirai.fixture.IrExpressions.n;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SchedulersTest {
    /** Two threads add 1 to x without a lock, main checks for 2. */
    static Program lostUpdate() {
        return new ProgramBuilder()
                .global("x", Type.I32)
                .start("worker", f -> {
                    var old = f.load(at("x"), Type.I32);
                    f.store(at("x"), add(old, n(1)));
                    f.ret();
                })
                .start("main", f -> {
                    var a = f.spawn("worker");
                    var b = f.spawn("worker");
                    f.join(a);
                    f.join(b);
                    var x = f.load(at("x"), Type.I32);
                    f.check(eq(x, n(2)), "x == 2");
                    f.ret(n(0));
                })
                .build();
    }

    private static final Machine MACHINE = new Machine(lostUpdate(), MachineOptions.DEFAULT);

    private static Run.Result run(Scheduler scheduler) {
        return Run.drive(MACHINE, scheduler, Observer.NONE, 1000);
    }

    private static Run.Result violated() {
        for (int seed = 0; seed < 200; seed++) {
            Run.Result result = run(new RandomScheduler(seed));
            if (result.outcome() instanceof Outcome.Violated) return result;
        }
        throw new AssertionError("no schedule lost an update");
    }

    private static Set<String> outcomes(LongFunction<Scheduler> scheduler) {
        Set<String> kinds = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            kinds.add(run(scheduler.apply(seed)).outcome().getClass().getSimpleName());
        }
        return kinds;
    }

    @Test
    void chanceMeetsBothOutcomes() {
        assertThat(outcomes(RandomScheduler::new)).containsExactlyInAnyOrder("Ended", "Violated");
        assertThat(outcomes(seed -> new PctScheduler(seed, 2, 12))).containsExactlyInAnyOrder("Ended", "Violated");
        assertThat(outcomes(seed -> new UnevenScheduler(seed, 12))).containsExactlyInAnyOrder("Ended", "Violated");
    }

    /** A race that a thread with a long way wins only if it is much faster than the other. */
    @Test
    void onlyUnevenThreadsOvertakeOnALongWay() {
        Program race = new ProgramBuilder()
                .global("x", Type.I32)
                .start("far", f -> {
                    for (int i = 0; i < 300; i++) f.load(at("x"), Type.I32);
                    f.store(at("x"), n(1));
                    f.ret();
                })
                .start("near", f -> {
                    for (int i = 0; i < 150; i++) f.load(at("x"), Type.I32);
                    f.check(eq(f.load(at("x"), Type.I32), n(0)), "x == 0");
                    f.ret();
                })
                .start("main", f -> {
                    var far = f.spawn("far");
                    var near = f.spawn("near");
                    f.join(far);
                    f.join(near);
                    f.ret(n(0));
                })
                .build();
        var machine = new Machine(race, MachineOptions.DEFAULT);
        LongFunction<String> even = seed -> ending(machine, new RandomScheduler(seed));
        LongFunction<String> uneven = seed -> ending(machine, new UnevenScheduler(seed, 450));
        assertThat(LongStream.range(0, 30).mapToObj(even)).containsOnly("Ended");
        assertThat(LongStream.range(0, 30).mapToObj(uneven)).contains("Ended", "Violated");
    }

    private static String ending(Machine machine, Scheduler scheduler) {
        return Run.drive(machine, scheduler, Observer.NONE, 1000)
                .outcome()
                .getClass()
                .getSimpleName();
    }

    @Test
    void oneOrderingConstraintIsMetWithoutPriorityChanges() {
        // The lost update needs a switch amid a worker, so it has depth 2: depth 1 never finds it.
        assertThat(outcomes(seed -> new PctScheduler(seed, 1, 100))).containsExactly("Ended");
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(run(new RandomScheduler(seed)).moves())
                    .isEqualTo(run(new RandomScheduler(seed)).moves());
            assertThat(run(new PctScheduler(seed, 3, 20)).moves())
                    .isEqualTo(run(new PctScheduler(seed, 3, 20)).moves());
            assertThat(run(new UnevenScheduler(seed, 20)).moves())
                    .isEqualTo(run(new UnevenScheduler(seed, 20)).moves());
        }
    }

    @Test
    void roundRobinTakesTurns() {
        List<Integer> threads = run(new RoundRobinScheduler(1, 0)).moves().stream()
                .map(Move::thread)
                .toList();
        // Main spawns twice; once both workers live and main waits for them, they alternate.
        assertThat(threads).startsWith(0, 0, 1, 0, 1, 2);
        List<Integer> long_ = run(new RoundRobinScheduler(100, 0)).moves().stream()
                .map(Move::thread)
                .toList();
        assertThat(long_).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0);
    }

    @Test
    void scheduleTellsWhatHappenedAndRunsAgain() {
        Run.Result result = violated();
        Schedule schedule = result.schedule();
        assertThat(schedule.steps()).hasSize((int) result.steps());
        assertThat(schedule.steps().stream().map(Step::thread)).contains("main", "worker", "worker#2");
        assertThat(schedule.steps().stream().flatMap(step -> step.writes().stream()))
                .contains(new Step.Seen("x", "1"));
        Run.Result again = run(new ScriptedScheduler(schedule));
        assertThat(again.outcome()).isEqualTo(result.outcome());
        assertThat(again.schedule()).isEqualTo(schedule);
    }

    private static void diverges(Machine machine, List<Step> steps, String... words) {
        var schedule = Schedule.of("test.c", steps);
        assertThatThrownBy(() -> Run.drive(machine, new ScriptedScheduler(schedule), Observer.NONE, 1000))
                .isInstanceOf(DivergenceException.class)
                .message()
                .contains(words);
    }

    private static Step step(String thread, Long... choices) {
        return new Step(thread, dev.moirai.source.SourceSpan.NOWHERE, "", List.of(choices), List.of(), List.of());
    }

    @Test
    void scheduleThatDoesNotFitIsNamed() {
        diverges(MACHINE, List.of(step("nobody")), "step 1", "there is no thread nobody");
        diverges(
                MACHINE, List.of(step("main"), step("main"), step("worker"), step("main", 5L)), "step 4", "0 of the 1");
        var steps = new ArrayList<>(violated().schedule().steps());
        steps.add(steps.size() - 2, step("worker"));
        diverges(MACHINE, steps, "worker has ended");
        Program asking = new ProgramBuilder()
                .start("main", f -> {
                    f.any(Type.I32);
                    f.ret(n(0));
                })
                .build();
        diverges(new Machine(asking, MachineOptions.DEFAULT), List.of(step("main")), "no choice is given for input");
    }

    @Test
    void scheduleThatEndsEarlyStopsTheRun() {
        Schedule whole = violated().schedule();
        var half = Schedule.of("test.c", whole.steps().subList(0, 4));
        assertThat(run(new ScriptedScheduler(half)).outcome()).isEqualTo(Outcome.CONTINUED);
    }

    @Test
    void smallInputsAreLikely() {
        Program program = new ProgramBuilder()
                .start("main", f -> {
                    var x = f.any(Type.I32);
                    f.check(Expr.not(eq(x, n(1))), "not 1");
                    f.ret(n(0));
                })
                .build();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.ASSERTION));
        int hits = 0;
        for (int seed = 0; seed < 100; seed++) {
            if (Run.drive(machine, new RandomScheduler(seed), Observer.NONE, 10).outcome()
                    instanceof Outcome.Violated) {
                hits++;
            }
        }
        assertThat(hits).isBetween(5, 60);
    }
}
