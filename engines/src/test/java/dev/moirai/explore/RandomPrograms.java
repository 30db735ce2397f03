package dev.moirai.explore;

import static dev.moirai.fixture.ProgramBuilder.INT_POINTER;
import static dev.moirai.fixture.ProgramBuilder.equal;
import static dev.moirai.fixture.ProgramBuilder.integer;
import static dev.moirai.fixture.ProgramBuilder.number;
import static dev.moirai.fixture.ProgramBuilder.pointer;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Small random programs in the IR, made to have many kinds of interaction between two or three threads. */
final class RandomPrograms {
    private static final String[] INTS = {"x", "y", "z"};
    private static final String[] MUTEXES = {"m", "n"};

    private final RandomGenerator random;
    private int labels;

    private RandomPrograms(long seed) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    static Program of(long seed) {
        return new RandomPrograms(seed).program();
    }

    private Program program() {
        var builder = new ProgramBuilder()
                .ints(INTS)
                .global("p", INT_POINTER)
                .global("own", Type.I32, Global.Storage.THREAD_LOCAL)
                .syncs(Sync.MUTEX, MUTEXES)
                .syncs(Sync.CONDITION, "c");
        builder.function("helper", f -> statements(f, 1 + random.nextInt(2), 1));
        int threads = 1 + random.nextInt(2);
        for (int i = 0; i < threads; i++) {
            builder.function("t" + i, f -> statements(f, 1 + random.nextInt(4), 2));
        }
        builder.function("main", f -> {
            f.store("x", random.nextInt(2)).store(f.address("p"), f.address(pick(INTS)));
            for (int i = 0; i < threads; i++) f.spawn("h" + i, "t" + i);
            if (random.nextInt(4) == 0) f.spawn("again", "t0");
            statements(f, random.nextInt(3), 1);
            for (int i = 0; i < threads; i++) if (random.nextInt(3) > 0) f.join("h" + i);
            f.load("end", pick(INTS));
            if (random.nextBoolean()) f.check(Expr.not(equal(integer("end"), random.nextInt(4))));
        });
        return builder.build();
    }

    private String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    private void statements(ProgramBuilder.Body f, int count, int depth) {
        for (int i = 0; i < count; i++) statement(f, depth);
    }

    private void statement(ProgramBuilder.Body f, int depth) {
        String a = pick("a", "b");
        switch (random.nextInt(depth > 0 ? 20 : 11)) {
            case 0, 1 -> f.load(a, pick(INTS));
            case 2, 3 -> f.store(pick(INTS), random.nextInt(3));
            case 4 -> f.load(a, "x").store(pick(INTS), masked(integer(a), 1));
            case 5 -> f.atomicAdd(pick(INTS), 1);
            case 6 -> f.compareExchange(a, pick(INTS), random.nextInt(2), 1 + random.nextInt(2));
            case 7 -> f.load(a, pick(INTS)).check(Expr.not(equal(integer(a), 3)));
            case 8 -> {
                Local q = pointer("q");
                f.load(q, f.address("p"));
                if (random.nextBoolean()) f.store(q, number(random.nextInt(3)));
                else f.load(integer(a), q);
            }
            case 9 -> f.yield();
            case 10 -> f.store("own", integerOr(a));
            case 11 -> locked(f, depth);
            case 12 -> {
                String done = "skip" + labels++;
                String mutex = pick(MUTEXES);
                f.tryLock(a, mutex)
                        .branch(equal(integer(a), 0), done + "t", done)
                        .label(done + "t");
                statements(f, 1, depth - 1);
                f.unlock(mutex).label(done);
            }
            case 13 -> {
                f.atomicBegin();
                statements(f, 1 + random.nextInt(2), 0);
                f.atomicEnd();
            }
            case 14 -> {
                String name = "if" + labels++;
                f.load(a, pick(INTS)).branch(equal(integer(a), random.nextInt(2)), name + "t", name + "e");
                f.label(name + "t");
                statements(f, 1, depth - 1);
                f.label(name + "e");
            }
            case 15 -> {
                String name = "spin" + labels++;
                f.label(name)
                        .load(a, pick(INTS))
                        .branch(equal(integer(a), 0), random.nextInt(3) == 0 ? name : name + "e", name + "e")
                        .label(name + "e");
            }
            case 16 -> f.load(a, pick(INTS)).assume(Expr.not(equal(integer(a), random.nextInt(3))));
            case 17 -> {
                f.lock("m");
                String name = "wait" + labels++;
                f.load(a, "x").branch(equal(integer(a), 0), name, name + "e").label(name);
                f.waitOn("c", "m").label(name + "e").unlock("m");
            }
            case 18 -> f.signal("c");
            default -> {
                if (depth == 2) f.call("helper");
                else {
                    Local q = pointer("h");
                    f.allocate(q, random.nextBoolean() ? Instr.Region.HEAP : Instr.Region.STACK)
                            .store(q, number(1));
                    if (random.nextBoolean()) f.store(f.address("p"), q);
                }
            }
        }
    }

    private void locked(ProgramBuilder.Body f, int depth) {
        String mutex = pick(MUTEXES);
        f.lock(mutex);
        statements(f, 1 + random.nextInt(2), depth - 1);
        f.unlock(mutex);
    }

    private static Expr integerOr(String name) {
        return new Expr.Binary(Expr.BinaryOp.AND, integer(name), number(1));
    }

    private static Expr masked(Expr value, int add) {
        Expr sum = new Expr.Binary(Expr.BinaryOp.ADD, value, number(add));
        return new Expr.Binary(Expr.BinaryOp.AND, sum, number(3));
    }
}
