package dev.moirai.ir;

import static dev.moirai.ir.SamplePrograms.address;
import static dev.moirai.ir.SamplePrograms.at;
import static dev.moirai.ir.SamplePrograms.number;
import static dev.moirai.ir.SamplePrograms.ofMain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WellFormedTest {
    private static final Local A = new Local("a", Type.I32);
    private static final Local P = new Local("p", new Type.Pointer(Type.I32));
    private static final Instr END = new Instr.Return(Optional.of(number(0)), at(20));

    static Stream<Arguments> broken() {
        return Stream.of(
                broken("unknown label nowhere", new Instr.Goto("nowhere", at(11))),
                broken("unlisted local b", new Instr.Assign(new Local("b", Type.I32), number(1), at(11))),
                broken("local a is i32 in the list, u8 here", new Instr.Nondet(new Local("a", Type.U8), "x", at(11))),
                broken("unknown global y", new Instr.Load(A, address("y", Type.I32), Access.PLAIN, at(11))),
                broken(
                        "unknown function f",
                        new Instr.Call(Optional.empty(), new Expr.FunctionAddress("f"), List.of(), at(11))),
                broken(
                        "unknown layout s",
                        new Instr.Load(A, new Expr.Member(P, "s", 0, P.type()), Access.PLAIN, at(11))),
                broken("assigned is i32* where i32 is expected", new Instr.Assign(A, P, at(11))),
                broken("address of type i32", new Instr.Store(A, number(1), Access.PLAIN, at(11))),
                broken(
                        "i32 + u8",
                        new Instr.Assign(A, new Expr.Binary(Expr.BinaryOp.ADD, A, Expr.constant(Type.U8, 1)), at(11))),
                broken("i32 == i32*", new Instr.Assume(new Expr.Compare(Expr.CompareOp.EQUAL, A, P), at(11))),
                broken("condition of type i32", new Instr.Assert(A, "a", at(11))),
                broken(
                        "1 arguments for 0 parameters",
                        new Instr.Call(Optional.of(A), new Expr.FunctionAddress("main"), List.of(A), at(11))),
                broken(
                        "result is i32 where i32* is expected",
                        new Instr.Call(Optional.of(P), new Expr.FunctionAddress("main"), List.of(), at(11))),
                broken("two labels l", new Instr.Label("l", at(11)), new Instr.Label("l", at(12))),
                broken("returns nothing where i32 is expected", new Instr.Return(Optional.empty(), at(11))),
                broken("cast from i32 to i32*", new Instr.Assign(P, new Expr.Cast(P.type(), A), at(11))),
                broken(
                        "constant 300 is not in the form of type u8",
                        new Instr.Assign(A, new Expr.Cast(Type.I32, new Expr.Constant(Type.U8, 300)), at(11))));
    }

    private static Arguments broken(String complaint, Instr... instrs) {
        var body = new ArrayList<>(List.of(instrs));
        body.add(END);
        return Arguments.of(complaint, body);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void eachBrokenRuleIsNamed(String complaint, List<Instr> body) {
        var complaints = WellFormed.check(ofMain(List.of(A, P), body.toArray(Instr[]::new)));
        assertThat(complaints)
                .singleElement()
                .asString()
                .startsWith("function main")
                .contains(complaint);
    }

    @Test
    void aBodyMustNotRunOffItsEnd() {
        assertThat(WellFormed.check(ofMain(List.of(A), new Instr.Assign(A, number(1), at(11)))))
                .containsExactly("function main: control can run off the end");
    }

    @Test
    void aLocalIsListedOnce() {
        assertThat(WellFormed.check(ofMain(List.of(A, A), END))).containsExactly("function main: two locals a");
    }

    @Test
    void theRunnerNamesThePassThatBroke() {
        var wrecking = Pass.of("wreck", program -> program.mapFunctions(f -> f.withBody(List.of())));
        assertThatThrownBy(() -> new Passes(List.of(wrecking)).run(ofMain(List.of(), END)))
                .hasMessageContaining("pass wreck broke the program")
                .hasMessageContaining("run off the end");
    }

    @Test
    void theRunnerDumpsAfterTheNamedPass() {
        var texts = new ArrayList<String>();
        var nothing = Pass.of("nothing", program -> program);
        new Passes(List.of(nothing)).dumping("nothing", texts::add).run(ofMain(List.of(), END));
        assertThat(texts).singleElement().asString().contains("return 0");
        assertThatThrownBy(() -> new Passes(List.of(nothing)).dumping("other", texts::add))
                .hasMessage("no pass other; there are nothing");
    }
}
