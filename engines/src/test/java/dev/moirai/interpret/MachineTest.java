package dev.moirai.interpret;

import static dev.moirai.fixture.IrExpressions.add;
import static dev.moirai.fixture.IrExpressions.at;
import static dev.moirai.fixture.IrExpressions.eq;
import static dev.moirai.fixture.IrExpressions.less;
import static dev.moirai.fixture.IrExpressions.n;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.BodyBuilder;
import dev.moirai.fixture.IrExpressions;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachineTest {
    static final String TEXT = "string@1";

    private static final MachineOptions ALL = MachineOptions.DEFAULT.watching(Set.of(Property.values()));

    private static Run.Result run(Program program) {
        return Run.drive(new Machine(program, ALL), new RandomScheduler(1), Observer.NONE, 1_000_000);
    }

    /** A program whose main has this body, over an array {@code a}, a mutex {@code m} and a string. */
    static Program main(java.util.function.Consumer<BodyBuilder> body) {
        return new ProgramBuilder()
                .global("a", new Type.Array(Type.I32, 10))
                .global("m", new Type.Opaque(Sync.MUTEX))
                .text(TEXT, "hello")
                .start("main", f -> {
                    body.accept(f);
                    f.ret(n(0));
                })
                .build();
    }

    @Test
    void raceIsSeenWhereBothStandBeforeIt() {
        Violation race = null;
        for (int seed = 0; seed < 20 && race == null; seed++) {
            var machine = new Machine(SchedulersTest.lostUpdate(), MachineOptions.DEFAULT.watching(Property.DATA_RACE));
            if (Run.drive(machine, new RandomScheduler(seed), Observer.NONE, 1000)
                            .outcome()
                    instanceof Outcome.Violated(var violation)) {
                race = violation;
            }
        }
        assertThat(race).isNotNull();
        assertThat(race.message()).startsWith("data race on x: ").contains("worker at test.c:");
    }

    @Test
    void forksDoNotSeeEachOther() {
        var machine = new Machine(SchedulersTest.lostUpdate(), MachineOptions.DEFAULT);
        State state = machine.start();
        Fingerprint before = state.fingerprint();
        State copy = state.fork();
        assertThat(copy.fingerprint()).isEqualTo(before);
        while (machine.step(copy, machine.enabled(copy)[0], choice -> 0, Observer.NONE) instanceof Outcome.Continued)
            ;
        assertThat(state.fingerprint()).isEqualTo(before);
        assertThat(copy.fingerprint()).isNotEqualTo(before);
        assertThat(state.threadCount()).isEqualTo(1);
    }

    /** The number of reachable states, told apart by fingerprint: independent steps must commute, so it is small. */
    private static int reachable(Program program) {
        var machine = new Machine(program, MachineOptions.DEFAULT);
        Set<Fingerprint> seen = new HashSet<>();
        var stack = new ArrayList<State>();
        stack.add(machine.start());
        seen.add(stack.getFirst().fingerprint());
        while (!stack.isEmpty()) {
            State state = stack.removeLast();
            for (int thread : machine.enabled(state)) {
                State next = state.fork();
                if (machine.step(next, thread, choice -> 0, Observer.NONE) instanceof Outcome.Continued
                        && seen.add(next.fingerprint())) {
                    stack.add(next);
                }
            }
        }
        return seen.size();
    }

    @Test
    void allocationsOfTwoThreadsCommute() {
        Program program = new ProgramBuilder()
                .start("worker", f -> {
                    var p = f.malloc(Type.I32, 4);
                    f.store(p, n(1));
                    f.free(p);
                    f.ret();
                })
                .start("main", f -> {
                    f.spawn("worker");
                    f.spawn("worker");
                    f.emit(new Instr.ExitThread(IrExpressions.nil(), f.span()));
                })
                .build();
        // Each worker stands at one of: unborn, newborn, before the store, before the free, ended. Main: before each
        // spawn, after them. 3 positions of main before both workers exist, then 4 x 4 (the last of which is the end).
        assertThat(reachable(program)).isEqualTo(1 + 1 + 4 + 16 - 1);
    }

    @Test
    void pagesOfForgottenObjectsComeBack() {
        Program program = new ProgramBuilder()
                .start("main", f -> {
                    f.label("again");
                    var p = f.malloc(Type.I32, 4);
                    f.store(p, n(1));
                    f.free(p);
                    f.jump("again");
                })
                .build();
        assertThat(reachable(program)).isLessThan(10);
    }

    @Test
    void endlessRecursionIsALimit() {
        Program program = new ProgramBuilder()
                .start("f", f -> {
                    f.call(Type.VOID_POINTER, "f");
                    f.ret();
                })
                .start("main", f -> {
                    f.call(Type.VOID_POINTER, "f");
                    f.ret(n(0));
                })
                .build();
        assertThat(run(program).outcome()).isInstanceOf(Outcome.LimitReached.class);
        assertThat(((Outcome.LimitReached) run(program).outcome()).reason())
                .startsWith("recursion deeper than 10000 frames in f at test.c:2");
    }

    @Test
    void recursionComputes() {
        var parameter = new dev.moirai.ir.Local("n", Type.I32);
        Program program = new ProgramBuilder()
                .function("fib", List.of(parameter), Type.I32, f -> {
                    f.branch(less(parameter, n(2)), "small", "large");
                    f.label("small");
                    f.ret(parameter);
                    f.label("large");
                    var a = f.call(Type.I32, "fib", add(parameter, n(-1)));
                    var b = f.call(Type.I32, "fib", add(parameter, n(-2)));
                    f.ret(add(a, b));
                })
                .start("main", f -> {
                    var r = f.call(Type.I32, "fib", n(15));
                    f.check(eq(r, n(610)), "fib(15)");
                    f.ret(n(3));
                })
                .build();
        assertThat(run(program).outcome()).isEqualTo(new Outcome.Ended(3));
    }

    @Test
    void emptyLoopIsCutIntoSteps() {
        Program program = new ProgramBuilder()
                .start("main", f -> {
                    f.label("again");
                    f.jump("again");
                })
                .build();
        var machine = new Machine(program, MachineOptions.DEFAULT);
        assertThat(Run.drive(machine, new RandomScheduler(0), Observer.NONE, 5).outcome())
                .isEqualTo(new Outcome.LimitReached("5 steps"));
    }

    @Test
    void nobodyMovesWhileAThreadIsInsideAnAtomicSection() {
        Program program = new ProgramBuilder()
                .global("x", Type.I32)
                .start("worker", f -> {
                    f.store(at("x"), n(1));
                    f.ret();
                })
                .start("main", f -> {
                    f.spawn("worker");
                    f.emit(new Instr.AtomicBegin(f.span()));
                    var a = f.load(at("x"), Type.I32);
                    var b = f.load(at("x"), Type.I32);
                    f.check(eq(a, b), "nothing in between");
                    f.emit(new Instr.AtomicEnd(f.span()));
                    f.ret(n(0));
                })
                .build();
        var machine = new Machine(program, MachineOptions.DEFAULT);
        for (int seed = 0; seed < 50; seed++) {
            assertThat(Run.drive(machine, new RandomScheduler(seed), Observer.NONE, 100)
                            .outcome())
                    .isEqualTo(new Outcome.Ended(0));
        }
    }

    @Test
    void atomicAccessesDoNotRace() {
        Program program = new ProgramBuilder()
                .global("x", Type.I32)
                .start("worker", f -> {
                    f.rmw(at("x"), Instr.RmwOp.ADD, n(1));
                    f.ret();
                })
                .start("main", f -> {
                    var t = f.spawn("worker");
                    f.rmw(at("x"), Instr.RmwOp.ADD, n(1));
                    f.join(t);
                    var x = f.load(at("x"), Type.I32, Access.ATOMIC);
                    f.check(eq(x, n(2)), "both counted");
                    f.ret(n(0));
                })
                .build();
        for (int seed = 0; seed < 30; seed++) {
            var machine = new Machine(program, ALL);
            assertThat(Run.drive(machine, new PctScheduler(seed, 3, 20), Observer.NONE, 100)
                            .outcome())
                    .isEqualTo(new Outcome.Ended(0));
        }
    }

    @Test
    void crossedLocksDeadlockWithAStory() {
        Program program = new ProgramBuilder()
                .global("a", new Type.Opaque(Sync.MUTEX))
                .global("b", new Type.Opaque(Sync.MUTEX))
                .start("worker", f -> {
                    f.lock(at("b"));
                    f.lock(at("a"));
                    f.ret();
                })
                .start("main", f -> {
                    var t = f.spawn("worker");
                    f.lock(at("a"));
                    f.lock(at("b"));
                    f.join(t);
                    f.ret(n(0));
                })
                .build();
        Optional<Violation> found = Optional.empty();
        for (int seed = 0; seed < 50 && found.isEmpty(); seed++) {
            var machine = new Machine(program, MachineOptions.DEFAULT);
            if (Run.drive(machine, new RandomScheduler(seed), Observer.NONE, 100)
                            .outcome()
                    instanceof Outcome.Violated(var violation)) {
                if (violation.message().contains("mutex b, held by worker;")) found = Optional.of(violation);
            }
        }
        assertThat(found.map(Violation::message).orElse(""))
                .matches("deadlock: main at test.c:\\d+ waits for mutex b, held by worker; "
                        + "worker at test.c:\\d+ waits for mutex a, held by main");
        assertThat(found.orElseThrow().places())
                .extracting(place -> place.awaited().orElseThrow())
                .containsExactly(
                        new Violation.Awaited.Lock("mutex b", "b", "worker"),
                        new Violation.Awaited.Lock("mutex a", "a", "main"));
    }

    @Test
    void printsLikeC() {
        Program program = main(f -> f.print(
                "%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%u|%c|%s|%.2s|%%|%ld|%hhd\n",
                n(-7),
                n(42),
                n(42),
                n(42),
                n(42),
                n(255),
                n(255),
                n(255),
                n(8),
                n(-1),
                n('A'),
                at(TEXT),
                at(TEXT),
                Expr.constant(Type.I64, 1L << 40),
                n(300)));
        var out = new StringBuilder();
        Run.drive(
                new Machine(program, MachineOptions.DEFAULT),
                new RandomScheduler(0),
                new Observer() {
                    @Override
                    public void printed(String text) {
                        out.append(text);
                    }
                },
                100);
        assertThat(out.toString())
                .isEqualTo("-7|   42|42   |00042|+42|ff|FF|0xff|10|4294967295|A|hello|he|%|1099511627776|44\n");
    }
}
