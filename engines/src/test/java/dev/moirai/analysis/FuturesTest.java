package dev.moirai.analysis;

import static dev.moirai.fixture.IrExpressions.integer;
import static dev.moirai.fixture.IrExpressions.less;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.IrExpressions;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import org.junit.jupiter.api.Test;

class FuturesTest {
    @Test
    void aFutureShrinksAlongStraightCodeAndNotInLoops() {
        Program program = Preparation.prepare(new ProgramBuilder()
                .ints("x", "y", "z")
                .function(
                        "worker",
                        f -> f.store("x", 1)
                                .label("loop")
                                .load("a", "y")
                                .store("z", 1)
                                .branch(less(integer("a"), 3), "loop", "end")
                                .label("end")
                                .store("y", 1))
                .function(
                        "main", f -> f.spawn("t", "worker").spawn("u", "worker").join("t"))
                .build());
        var futures = Futures.of(program);
        assertThat(text(futures, "worker", 0)).isEqualTo("w:x rw:y w:z");
        assertThat(text(futures, "worker", 1)).isEqualTo("rw:y w:z");
        assertThat(text(futures, "worker", 3)).isEqualTo("rw:y w:z");
        assertThat(text(futures, "worker", 6)).isEqualTo("w:y");
        assertThat(text(futures, "worker", 7)).isEqualTo("");
        assertThat(text(futures, "main", 0)).isEqualTo("w:threads w:x rw:y w:z");
        assertThat(text(futures, "main", 2)).isEqualTo("w:threads");
        assertThat(futures.step("worker", 0).conflictsWith(futures.future("worker", 0)))
                .isTrue();
        assertThat(futures.step("worker", 0).conflictsWith(futures.future("worker", 1)))
                .isFalse();
    }

    @Test
    void callsCount() {
        Program program = Preparation.prepare(new ProgramBuilder()
                .ints("x", "y")
                .function("inner", f -> f.store("x", 1))
                .function("worker", f -> f.call("inner").store("y", 1))
                .function("main", f -> f.spawn("t", "worker").load("a", "x").load("b", "y"))
                .build());
        var futures = Futures.of(program);
        assertThat(text(futures, "worker", 0)).isEqualTo("w:x w:y");
        assertThat(text(futures, "worker", 1)).isEqualTo("w:y");
    }

    @Test
    void anAtomicSectionIsOneStep() {
        Program program = Preparation.prepare(new ProgramBuilder()
                .ints("x", "y")
                .function(
                        "worker", f -> f.atomicBegin().store("x", 1).atomicEnd().store("y", 1))
                .function("main", f -> f.spawn("t", "worker").load("a", "x").load("b", "y"))
                .build());
        var futures = Futures.of(program);
        assertThat(futures.describe(futures.step("worker", 0))).isEqualTo("w:x");
    }

    @Test
    void fixedPlacesOfOneArrayAreToldApart() {
        var array = new Type.Array(Type.I32, 4);
        Program program = Preparation.prepare(new ProgramBuilder()
                .global("v", array)
                .function("one", f -> f.store(element(f.address("v"), 0), IrExpressions.n(1)))
                .function("two", f -> f.store(element(f.address("v"), 1), IrExpressions.n(1)))
                .function("main", f -> f.spawn("t", "one").spawn("u", "two"))
                .build());
        var futures = Futures.of(program);
        assertThat(futures.step("one", 0).conflictsWith(futures.future("two", 0)))
                .isFalse();
        assertThat(text(futures, "two", 0)).isEqualTo("w:v+4");
    }

    private static Expr element(Expr array, int index) {
        return new Expr.Index(array, Type.I32, IrExpressions.n(index), IrExpressions.INT_POINTER);
    }

    private static String text(Futures futures, String function, int at) {
        return futures.describe(futures.future(function, at));
    }
}
