package dev.moirai.analysis;

import static dev.moirai.fixture.IrExpressions.equal;
import static dev.moirai.fixture.IrExpressions.integer;
import static dev.moirai.fixture.IrExpressions.n;
import static dev.moirai.fixture.IrExpressions.plus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.BodyBuilder;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DeadCodeTest {
    private static final Local A = integer("a");
    private static final Local B = integer("b");

    @Test
    void aFreeValueThatIsOverwrittenGoes() {
        assertThat(after(f -> f.nondet(A).set(A, n(1)).store("x", A)))
                .containsExactly("a = 1", "store [private] x = a", "return");
    }

    @Test
    void aFreeValueReadOnSomePathStays() {
        assertThat(after(f -> f.nondet(A)
                        .load("b", "x")
                        .branch(equal(B, 0), "set", "use")
                        .label("set")
                        .set(A, n(1))
                        .label("use")
                        .store("x", A)))
                .contains("a = any i32 (input)");
    }

    @Test
    void valuesThatOnlyFeedEachOtherRoundALoopGo() {
        Local u = new Local("u", Type.U32);
        assertThat(after(f -> f.nondet(u)
                        .label("loop")
                        .set(u, new Expr.Binary(Expr.BinaryOp.ADD, u, Expr.constant(Type.U32, 1)))
                        .load("b", "x")
                        .branch(equal(B, 0), "loop", "end")
                        .label("end")))
                .noneMatch(text -> text.startsWith("u = "));
    }

    @Test
    void whatCouldOverflowStays() {
        assertThat(after(f -> f.load("b", "x").set(A, plus(B, 1)))).contains("a = b + 1");
    }

    @Test
    void whatControlCannotReachGoes() {
        assertThat(after(f -> f.jump("end").store("x", 1).label("end"))).containsExactly("goto end", "end:", "return");
    }

    private static List<String> after(Consumer<BodyBuilder> write) {
        var program = Preparation.prepare(
                new ProgramBuilder().ints("x").function("main", write).build());
        Function main = program.function("main");
        var printer = new Printer(Map.of());
        return main.body().stream().map(printer::instr).toList();
    }
}
