package dev.moirai.interpret;

import static dev.moirai.fixture.IrExpressions.add;
import static dev.moirai.fixture.IrExpressions.at;
import static dev.moirai.fixture.IrExpressions.element;
import static dev.moirai.fixture.IrExpressions.eq;
import static dev.moirai.fixture.IrExpressions.less;
import static dev.moirai.fixture.IrExpressions.n;

import dev.moirai.fixture.IrExpressions;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/** Prints how fast the interpreter is. Run by hand, not by the build: {@code java -cp ... dev.moirai.interpret.SpeedTrial}. */
final class SpeedTrial {
    private SpeedTrial() {}

    public static void main(String[] arguments) {
        for (int round = 0; round < 3; round++) {
            invisible();
            calls();
            steps();
            search();
        }
    }

    /** Processor time of this thread, since other processes may be running. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void report(String what, long count, long start) {
        double seconds = (cpu() - start) / 1e9;
        System.out.printf("%-50s %8.2f million a CPU second%n", what, count / seconds / 1e6);
    }

    /** Measures a loop of arithmetic and private memory: six instructions an iteration. */
    private static void invisible() {
        int iterations = 10_000_000;
        Program program = new ProgramBuilder()
                .start("main", f -> {
                    var i = f.local("i", Type.I32);
                    var sum = f.local("sum", Type.I32);
                    var p = f.variable("a", new Type.Array(Type.I32, 16), 64);
                    f.set(i, n(0));
                    f.set(sum, n(0));
                    f.label("loop");
                    f.branch(less(i, n(iterations)), "body", "end");
                    f.label("body");
                    var place = element(p, Type.I32, IrExpressions.op(Expr.BinaryOp.AND, i, n(15)));
                    f.store(place, add(sum, i), Access.PRIVATE);
                    var v = f.load(place, Type.I32, Access.PRIVATE);
                    f.set(sum, IrExpressions.op(Expr.BinaryOp.XOR, v, n(5)));
                    f.set(i, add(i, n(1)));
                    f.jump("loop");
                    f.label("end");
                    f.ret(n(0));
                })
                .build();
        long start = cpu();
        Run.drive(new Machine(program, MachineOptions.DEFAULT), new RandomScheduler(0), Observer.NONE, 100_000_000);
        report("invisible instructions in run", 6L * iterations, start);
    }

    private static void calls() {
        var parameter = new dev.moirai.ir.Local("n", Type.I32);
        Program program = new ProgramBuilder()
                .function("fib", java.util.List.of(parameter), Type.I32, f -> {
                    f.branch(less(parameter, n(2)), "small", "large");
                    f.label("small");
                    f.ret(parameter);
                    f.label("large");
                    var a = f.call(Type.I32, "fib", add(parameter, n(-1)));
                    var b = f.call(Type.I32, "fib", add(parameter, n(-2)));
                    f.ret(add(a, b));
                })
                .start("main", f -> {
                    f.call(Type.I32, "fib", n(30));
                    f.ret(n(0));
                })
                .build();
        long start = cpu();
        Run.drive(new Machine(program, MachineOptions.DEFAULT), new RandomScheduler(0), Observer.NONE, 100_000_000);
        report("calls in run", 1_346_269 * 2L, start);
    }

    /** Measures accesses to shared memory, each of which is a step. */
    private static void steps() {
        int iterations = 1_000_000;
        Program program = counting(iterations);
        long start = cpu();
        Run.Result result = Run.drive(
                new Machine(program, MachineOptions.DEFAULT), new RandomScheduler(0), Observer.NONE, 100_000_000);
        report("steps in run, three threads", result.steps(), start);
    }

    private static Program counting(int iterations) {
        return new ProgramBuilder()
                .global("x", Type.I32)
                .global("m", new Type.Opaque(Sync.MUTEX))
                .start("worker", f -> {
                    var i = f.local("i", Type.I32);
                    f.set(i, n(0));
                    f.label("loop");
                    f.branch(less(i, n(iterations)), "body", "end");
                    f.label("body");
                    f.lock(at("m"));
                    var old = f.load(at("x"), Type.I32);
                    f.store(at("x"), add(old, n(1)));
                    f.unlock(at("m"));
                    f.set(i, add(i, n(1)));
                    f.jump("loop");
                    f.label("end");
                    f.ret();
                })
                .start("main", f -> {
                    var a = f.spawn("worker");
                    var b = f.spawn("worker");
                    f.join(a);
                    f.join(b);
                    f.check(eq(n(1), n(1)), "fine");
                    f.ret(n(0));
                })
                .build();
    }

    /** Measures a breadth-first search over all states: fork, step, fingerprint. */
    private static void search() {
        var machine = new Machine(counting(150), MachineOptions.DEFAULT);
        Set<Fingerprint> seen = new HashSet<>();
        var queue = new ArrayDeque<State>();
        queue.add(machine.start());
        long steps = 0;
        long start = cpu();
        while (!queue.isEmpty()) {
            State state = queue.removeLast();
            for (int thread : machine.enabled(state)) {
                State next = state.fork();
                steps++;
                if (machine.step(next, thread, choice -> 0, Observer.NONE) instanceof Outcome.Continued
                        && seen.add(next.fingerprint())) {
                    queue.add(next);
                }
            }
        }
        report("fork + step + fingerprint (" + seen.size() + " states)", steps, start);
    }
}
