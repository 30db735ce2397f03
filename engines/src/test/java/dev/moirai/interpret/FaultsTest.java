package dev.moirai.interpret;

import static dev.moirai.fixture.IrExpressions.add;
import static dev.moirai.fixture.IrExpressions.at;
import static dev.moirai.fixture.IrExpressions.element;
import static dev.moirai.fixture.IrExpressions.eq;
import static dev.moirai.fixture.IrExpressions.n;
import static dev.moirai.interpret.MachineTest.TEXT;
import static dev.moirai.interpret.MachineTest.main;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.IrExpressions;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Faults of memory and arithmetic: how a run ends at them, and the message. */
class FaultsTest {
    private static final MachineOptions ALL = MachineOptions.DEFAULT.watching(Set.of(Property.values()));

    private static Run.Result run(Program program) {
        return Run.drive(new Machine(program, ALL), new RandomScheduler(1), Observer.NONE, 1_000_000);
    }

    private static Violation violation(Program program) {
        Outcome outcome = run(program).outcome();
        assertThat(outcome).isInstanceOf(Outcome.Violated.class);
        return ((Outcome.Violated) outcome).violation();
    }

    @Test
    void memoryErrorsNameTheObject() {
        assertThat(violation(main(f -> f.load(IrExpressions.nil(), Type.I32))).message())
                .isEqualTo("read through a null pointer");
        assertThat(violation(main(f -> f.store(element(at("a"), Type.I32, n(12)), n(1))))
                        .message())
                .isEqualTo("write to a[12] out of bounds: a has 10 elements (40 bytes)");
        assertThat(violation(main(f -> f.load(element(at("a"), Type.I32, n(-1)), Type.I32)))
                        .message())
                .isEqualTo("read of a[-1] out of bounds: a has 10 elements (40 bytes)");
        assertThat(violation(main(f -> {
                            var p = f.malloc(Type.I32, 8);
                            f.free(p);
                            f.store(element(p, Type.I32, n(1)), n(0));
                        }))
                        .message())
                .matches("write to malloc@test.c:\\d+\\[1] after it was freed at test.c:\\d+");
        assertThat(violation(main(f -> {
                            var p = f.malloc(Type.I32, 4);
                            f.free(p);
                            f.free(p);
                        }))
                        .message())
                .startsWith("double free of malloc@test.c:");
        assertThat(violation(main(f -> f.free(at("a")))).message())
                .isEqualTo("free of a, which was not allocated by malloc");
        assertThat(violation(main(f -> f.store(at(TEXT), Expr.constant(new Type.Int(8, true), 65))))
                        .message())
                .isEqualTo("write to constant \"hello\"");
    }

    /** Stories find the step that freed an object by the name that the violation has for it. */
    @Test
    void misusedObjectsAreNamedAsStepsNameThem() {
        Run.Result result = run(main(f -> {
            var p = f.malloc(Type.I32, 8);
            f.free(p);
            f.store(element(p, Type.I32, n(1)), n(0));
        }));
        Optional<String> freed = result.schedule().steps().stream()
                .flatMap(step -> step.writes().stream())
                .filter(write -> write.change() == Step.Change.FREED)
                .map(Step.Seen::place)
                .findFirst();
        assertThat(freed).isPresent();
        assertThat(((Outcome.Violated) result.outcome()).violation().misuse())
                .contains(new Violation.Misuse(Violation.Use.ACCESS, freed));
        assertThat(violation(main(f -> f.free(at("a")))).misuse())
                .map(Violation.Misuse::use)
                .contains(Violation.Use.FREE);
    }

    @Test
    void unwatchedMemoryErrorEndsTheRunSilently() {
        var machine = new Machine(
                main(f -> f.load(IrExpressions.nil(), Type.I32)), MachineOptions.DEFAULT.watching(Property.ASSERTION));
        assertThat(Run.drive(machine, new RandomScheduler(0), Observer.NONE, 100)
                        .outcome())
                .isInstanceOf(Outcome.Pruned.class);
    }

    @Test
    void overflowIsReportedOrWraps() {
        Program program = main(f -> {
            var x = f.local("x", Type.I32);
            f.set(x, add(n(Integer.MAX_VALUE), n(1)));
            f.check(eq(x, n(Integer.MIN_VALUE)), "wrapped");
        });
        assertThat(violation(program).message()).isEqualTo("signed overflow: 2147483647 + 1 in int");
        var lax = new Machine(program, MachineOptions.DEFAULT);
        assertThat(Run.drive(lax, new RandomScheduler(0), Observer.NONE, 100).outcome())
                .isEqualTo(new Outcome.Ended(0));
    }

    @Test
    void divisionByZeroIsReportedOrEndsTheRun() {
        Program program = main(f -> {
            var x = f.any(Type.I32);
            f.assume(eq(x, n(0)));
            f.set(f.local("y", Type.I32), IrExpressions.op(Expr.BinaryOp.DIVIDE, n(7), x));
        });
        var machine = new Machine(program, ALL);
        State state = machine.start();
        Outcome outcome = machine.step(state, 0, choice -> 0, Observer.NONE);
        assertThat(((Outcome.Violated) outcome).violation().message()).isEqualTo("division by zero: 7 / 0");
        var lax = new Machine(program, MachineOptions.DEFAULT.watching(Property.ASSERTION));
        State other = lax.start();
        assertThat(lax.step(other, 0, choice -> 0, Observer.NONE)).isEqualTo(Outcome.CONTINUED);
        assertThat(lax.step(other, 0, choice -> 0, Observer.NONE)).isInstanceOf(Outcome.Pruned.class);
    }

    @Test
    void uninitialisedMemoryIsChosenOnceAndStays() {
        Program program = main(f -> {
            var p = f.variable("v", Type.I32, 4);
            var a = f.load(p, Type.I32);
            var b = f.load(p, Type.I32);
            f.check(eq(a, b), "same");
            f.check(eq(a, n(42)), "chosen");
        });
        var machine = new Machine(program, MachineOptions.DEFAULT);
        State state = machine.start();
        List<Choice> asked = new ArrayList<>();
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued) {
            outcome = machine.step(
                    state,
                    0,
                    choice -> {
                        asked.add(choice);
                        return 42;
                    },
                    Observer.NONE);
        }
        assertThat(outcome).isEqualTo(new Outcome.Ended(0));
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().subject()).isEqualTo("uninitialised v");
    }
}
