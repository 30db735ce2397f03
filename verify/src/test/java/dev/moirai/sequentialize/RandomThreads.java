package dev.moirai.sequentialize;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Small programs of main and one or two more threads, made from a seed, with all that threads do to each other. */
final class RandomThreads {
    private static final List<String> INTS = List.of("x", "y");

    private final Random random;
    private final ProgramBuilder program = new ProgramBuilder();
    private int line = 100;
    private int labels;
    private int temporaries;

    private RandomThreads(long seed) {
        random = new Random(seed);
    }

    static Program of(long seed) {
        return new RandomThreads(seed).program();
    }

    private Program program() {
        program.ints("x", "y")
                .syncs(Sync.MUTEX, "m", "n")
                .syncs(Sync.CONDITION, "c")
                .syncs(Sync.SEMAPHORE, "s")
                .syncs(Sync.BARRIER, "b")
                .syncs(Sync.RWLOCK, "w")
                .syncs(Sync.SPIN, "p");
        int threads = 1 + random.nextInt(2);
        Local argument = new Local("argument", Type.VOID_POINTER);
        program.function("twice", List.of(new Local("n", Type.I32)), Type.I32, body -> {
            Local n = new Local("n", Type.I32);
            body.add(new Instr.Store(at("y"), n, Access.PLAIN, span()));
            body.add(new Instr.Return(Optional.of(new Expr.Binary(Expr.BinaryOp.ADD, n, n)), span()));
        });
        for (int i = 1; i <= threads; i++) {
            program.function("worker" + i, List.of(argument), Type.VOID_POINTER, body -> {
                statements(body, 1 + random.nextInt(3), 2);
                body.add(new Instr.Return(Optional.of(argument), span()));
            });
        }
        program.function("main", List.of(), Type.I32, body -> {
            if (random.nextBoolean()) {
                body.add(new Instr.InitSync(Sync.BARRIER, at("b"), number(2), span()));
            }
            for (int i = 1; i <= threads; i++) {
                body.add(new Instr.Spawn(
                        handle(i),
                        new Expr.FunctionAddress("worker" + i),
                        Expr.constant(Type.VOID_POINTER, i),
                        random.nextInt(8) == 0 ? Instr.Detachment.DETACHED : Instr.Detachment.JOINABLE,
                        span()));
            }
            statements(body, random.nextInt(3), 2);
            for (int i = 1; i <= threads; i++) {
                if (random.nextInt(3) > 0) {
                    Local value = new Local("value" + i, Type.VOID_POINTER);
                    body.add(new Instr.Join(result(), Optional.of(value), handle(i), span()));
                    body.add(new Instr.Assert(
                            new Expr.Compare(Expr.CompareOp.EQUAL, value, Expr.constant(Type.VOID_POINTER, i)),
                            "joined with its argument",
                            span()));
                }
            }
            check(body);
            if (random.nextInt(4) == 0) body.add(new Instr.ExitThread(Expr.constant(Type.VOID_POINTER, 0), span()));
            else body.add(new Instr.Return(Optional.of(number(0)), span()));
        });
        return program.build();
    }

    private void statements(ProgramBuilder.Body body, int count, int depth) {
        for (int i = 0; i < count; i++) statement(body, depth);
    }

    private void statement(ProgramBuilder.Body body, int depth) {
        switch (random.nextInt(depth > 0 ? 16 : 9)) {
            case 0, 1 -> body.add(new Instr.Store(anywhere(), number(random.nextInt(3)), Access.PLAIN, span()));
            case 2 -> {
                Local old = fresh(Type.I32);
                body.add(new Instr.Load(old, anywhere(), Access.PLAIN, span()));
                body.add(new Instr.Store(
                        anywhere(), new Expr.Binary(Expr.BinaryOp.ADD, old, number(1)), Access.PLAIN, span()));
            }
            case 3 -> check(body);
            case 4 -> {
                Local input = fresh(Type.I32);
                body.add(new Instr.Nondet(input, "input", span()));
                body.add(new Instr.Store(anywhere(), input, Access.PLAIN, span()));
            }
            case 5 ->
                body.add(new Instr.Signal(at("c"), random.nextBoolean() ? Instr.Wake.ONE : Instr.Wake.ALL, span()));
            case 6 -> body.add(new Instr.Up(result(), at("s"), span()));
            case 7 -> body.add(new Instr.Down(result(), at("s"), patience(), span()));
            case 8 -> {
                Local old = fresh(Type.I32);
                body.add(new Instr.Rmw(old, anywhere(), Instr.RmwOp.ADD, number(1), Access.ATOMIC, span()));
            }
            case 9, 10 -> locked(body, depth);
            case 11 -> branch(body, depth);
            case 12 -> {
                body.add(new Instr.AtomicBegin(span()));
                statements(body, 2, 0);
                body.add(new Instr.AtomicEnd(span()));
            }
            case 13 -> waits(body);
            case 14 -> {
                Local doubled = fresh(Type.I32);
                body.add(new Instr.Call(
                        Optional.of(doubled), new Expr.FunctionAddress("twice"), List.of(number(1)), span()));
                body.add(new Instr.Store(at("x"), doubled, Access.PLAIN, span()));
            }
            default -> loop(body);
        }
    }

    private void check(ProgramBuilder.Body body) {
        Local seen = fresh(Type.I32);
        body.add(new Instr.Load(seen, anywhere(), Access.PLAIN, span()));
        Expr.CompareOp op = random.nextBoolean() ? Expr.CompareOp.NOT_EQUAL : Expr.CompareOp.LESS;
        body.add(new Instr.Assert(new Expr.Compare(op, seen, number(1 + random.nextInt(3))), "seen", span()));
    }

    private void locked(ProgramBuilder.Body body, int depth) {
        int kind = random.nextInt(6);
        String mutex = kind < 3 ? "m" : "n";
        if (kind == 4) {
            Instr.LockMode mode = random.nextBoolean() ? Instr.LockMode.READ : Instr.LockMode.WRITE;
            body.add(new Instr.Lock(result(), at("w"), mode, patience(), span()));
            statements(body, 1, depth - 1);
            body.add(new Instr.Unlock(result(), at("w"), Sync.RWLOCK, span()));
        } else if (kind == 5) {
            body.add(new Instr.Lock(result(), at("p"), Instr.LockMode.SPIN, Instr.Patience.BLOCK, span()));
            statements(body, 1, depth - 1);
            if (random.nextInt(4) > 0) body.add(new Instr.Unlock(result(), at("p"), Sync.SPIN, span()));
        } else {
            body.add(new Instr.Lock(result(), at(mutex), Instr.LockMode.MUTEX, patience(), span()));
            statements(body, 1 + random.nextInt(2), depth - 1);
            body.add(new Instr.Unlock(result(), at(mutex), Sync.MUTEX, span()));
        }
    }

    private void branch(ProgramBuilder.Body body, int depth) {
        Local seen = fresh(Type.I32);
        String then = "then" + ++labels;
        String otherwise = "otherwise" + labels;
        String after = "after" + labels;
        body.add(new Instr.Load(seen, anywhere(), Access.PLAIN, span()));
        body.add(new Instr.Branch(
                new Expr.Compare(Expr.CompareOp.EQUAL, seen, number(random.nextInt(2))), then, otherwise, span()));
        body.add(new Instr.Label(then, span()));
        statements(body, 1, depth - 1);
        body.add(new Instr.Goto(after, span()));
        body.add(new Instr.Label(otherwise, span()));
        statements(body, random.nextInt(2), depth - 1);
        body.add(new Instr.Label(after, span()));
    }

    private void waits(ProgramBuilder.Body body) {
        if (random.nextInt(3) == 0) {
            Local code = fresh(Type.I32);
            String awake = "awake" + ++labels;
            String on = "on" + labels;
            body.add(new Instr.Arrive(code, at("b"), span()));
            body.add(new Instr.Branch(new Expr.Compare(Expr.CompareOp.EQUAL, code, number(0)), awake, on, span()));
            body.add(new Instr.Label(awake, span()));
            body.add(new Instr.Awake(
                    result(), at("b"), Sync.BARRIER, Instr.Patience.BLOCK, Instr.Wakeup.SIGNALLED_ONLY, span()));
            body.add(new Instr.Label(on, span()));
            return;
        }
        body.add(new Instr.Lock(result(), at("m"), Instr.LockMode.MUTEX, Instr.Patience.BLOCK, span()));
        body.add(new Instr.Wait(result(), at("c"), at("m"), span()));
        body.add(new Instr.Awake(
                result(),
                at("c"),
                Sync.CONDITION,
                random.nextInt(3) == 0 ? Instr.Patience.TIMED : Instr.Patience.BLOCK,
                random.nextBoolean() ? Instr.Wakeup.SPURIOUS : Instr.Wakeup.SIGNALLED_ONLY,
                span()));
        body.add(new Instr.Lock(result(), at("m"), Instr.LockMode.MUTEX, Instr.Patience.BLOCK, span()));
        body.add(new Instr.Unlock(result(), at("m"), Sync.MUTEX, span()));
    }

    /** {@code for (i = 0; i < 2; i++)} around a store. */
    private void loop(ProgramBuilder.Body body) {
        Local i = new Local("i" + ++labels, Type.I32);
        String top = "top" + labels;
        String inside = "inside" + labels;
        String out = "out" + labels;
        body.add(new Instr.Assign(i, number(0), span()));
        body.add(new Instr.Label(top, span()));
        body.add(new Instr.Branch(new Expr.Compare(Expr.CompareOp.LESS, i, number(2)), inside, out, span()));
        body.add(new Instr.Label(inside, span()));
        body.add(new Instr.Store(anywhere(), i, Access.PLAIN, span()));
        body.add(new Instr.Assign(i, new Expr.Binary(Expr.BinaryOp.ADD, i, number(1)), span()));
        body.add(new Instr.Goto(top, span()));
        body.add(new Instr.Label(out, span()));
    }

    private Instr.Patience patience() {
        return switch (random.nextInt(6)) {
            case 0 -> Instr.Patience.TRY;
            case 1 -> Instr.Patience.TIMED;
            default -> Instr.Patience.BLOCK;
        };
    }

    private Expr anywhere() {
        return at(INTS.get(random.nextInt(INTS.size())));
    }

    private static Expr at(String global) {
        Type type = switch (global) {
            case "m", "n" -> new Type.Opaque(Sync.MUTEX);
            case "c" -> new Type.Opaque(Sync.CONDITION);
            case "s" -> new Type.Opaque(Sync.SEMAPHORE);
            case "b" -> new Type.Opaque(Sync.BARRIER);
            case "w" -> new Type.Opaque(Sync.RWLOCK);
            case "p" -> new Type.Opaque(Sync.SPIN);
            default -> Type.I32;
        };
        return new Expr.GlobalAddress(global, new Type.Pointer(type));
    }

    private static Local handle(int thread) {
        return new Local("handle" + thread, Type.U64);
    }

    private Local result() {
        return fresh(Type.I32);
    }

    private Local fresh(Type type) {
        return new Local("%t" + ++temporaries, type);
    }

    private static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    private SourceSpan span() {
        return new SourceSpan("random.c", line++, 1);
    }
}
