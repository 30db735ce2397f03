package dev.moirai.frontend.c.library;

import static dev.moirai.frontend.c.library.FakeCall.address;
import static dev.moirai.frontend.c.library.FakeCall.local;
import static dev.moirai.frontend.c.library.FakeCall.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.InputException;
import org.junit.jupiter.api.Test;

class TextModelsTest {
    private static final Expr FORMAT = address("format", Type.U8);

    @Test
    void printingTakesTheFormatAndTheArguments() {
        Expr stdout = Expr.constant(Type.VOID_POINTER, 2);
        assertThat(new FakeCall("fprintf", stdout, FORMAT, local("x", Type.I32))
                        .literal(1, "x=%d\n")
                        .text())
                .startsWith("print \"x=%d\\n\" (x)");
        assertThat(new FakeCall("printf", FORMAT).text())
                .contains("call __moirai_look_listed(&format, null)\nprint \"%V\" (&format, null)");
        assertThat(new FakeCall("fprintf", local("f", Type.VOID_POINTER), FORMAT)
                        .literal(1, "x")
                        .text())
                .contains("call __moirai_file_format(f, &format, null)");
    }

    @Test
    void formattingIsAChainOfPieces() {
        String text = new FakeCall(
                        "snprintf", address("b", Type.U8), Expr.constant(Type.U64, 8), FORMAT, local("x", Type.I32))
                .literal(2, "a%-5.3d%%")
                .text();
        assertThat(text.lines().filter(line -> line.contains("call __moirai_put(")))
                .hasSize(2);
        assertThat(text).contains("call __moirai_put_signed(&b, 8u, ", ", 5, 3, 1)", "call __moirai_put_end");
    }

    @Test
    void whatCannotBeFormattedExactlyIsRefused() {
        assertThatThrownBy(new FakeCall("sprintf", address("b", Type.U8), FORMAT, local("x", Type.VOID_POINTER))
                        .literal(1, "%ls")::call)
                .isInstanceOf(InputException.class)
                .hasMessage("sprintf with %ls is not supported");
    }

    @Test
    void scanningStoresAnyValuesAsFarAsItGets() {
        String text = new FakeCall("scanf", FORMAT, address("x", Type.I32), address("y", Type.I64))
                .literal(0, "%d %ld")
                .text();
        assertThat(text).contains("any i32", "store x", "any i64", "store y", "assume");
        assertThatThrownBy(new FakeCall("scanf", FORMAT, address("b", Type.U8)).literal(0, "%s")::call)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("overflows every buffer");
        assertThat(new FakeCall("scanf", FORMAT, address("b", Type.U8))
                        .literal(0, "%7s")
                        .text())
                .contains("__moirai_read_word(&b, 7)");
    }

    @Test
    void textIsScannedPieceByPiece() {
        assertThat(new FakeCall("sscanf", address("text", Type.U8), FORMAT, address("x", Type.I32))
                        .literal(1, "%d")
                        .text())
                .contains("call __moirai_scan_integer(", ", 10, 2147483647)", "call __moirai_scan_stopped(", "store x");
    }

    @Test
    void inputsHaveTheTypesOfTheirNames() {
        assertThat(new FakeCall("__VERIFIER_nondet_bool").text())
                .isEqualTo("%0 = any bool (__VERIFIER_nondet_bool)\n-> (u8) %0");
        assertThat(new FakeCall("__VERIFIER_nondet_long").with(DataModel.ILP32).text())
                .contains("any i32");
        assertThat(new FakeCall("__VERIFIER_nondet_ulonglong").text()).contains("any u64");
        assertThat(new FakeCall("__VERIFIER_nondet_pointer").text()).contains("any bool", "-> (void*) (u64) %0");
        assertThat(new FakeCall("__VERIFIER_nondet_gfp_t").declaredAs(Type.U32).text())
                .contains("any u32");
        assertThatThrownBy(new FakeCall("__VERIFIER_nondet_gfp_t")::call).isInstanceOf(InputException.class);
    }

    @Test
    void failedAssertionsEndTheProgram() {
        assertThat(new FakeCall("__assert_fail", FORMAT, FORMAT, number(1), FORMAT)
                        .literal(0, "x == 1")
                        .text())
                .isEqualTo("assert false : \"assertion failed: x == 1\"\nexit-process 134");
        assertThat(new FakeCall("reach_error").text()).startsWith("assert false : \"reach_error() is reached\"");
        assertThat(new FakeCall("__VERIFIER_assume", local("c", Type.I32)).text())
                .isEqualTo("assume c != 0");
    }

    @Test
    void clocksShowAnyTime() {
        assertThat(new FakeCall("time", Expr.constant(Type.VOID_POINTER, 0)).text())
                .contains("any u37");
        assertThat(new FakeCall("usleep", number(10)).text()).isEqualTo("yield\n-> 0");
    }
}
