package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.IrExpressions;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code printf} prints what glibc's prints. */
class PrintfTest {
    private static String print(String format, Expr... arguments) {
        Program program = new ProgramBuilder()
                .start("main", f -> {
                    f.print(format, arguments);
                    f.ret(IrExpressions.n(0));
                })
                .build();
        List<String> out = new ArrayList<>();
        var machine = new Machine(program, MachineOptions.DEFAULT);
        Run.drive(
                machine,
                new RandomScheduler(0),
                new Observer() {
                    @Override
                    public void printed(String text) {
                        out.add(text);
                    }
                },
                10);
        return String.join("", out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "%d|-5|-5",
                "%i|0|0",
                "%5d|42|   42",
                "%-5d.|42|42   .",
                "%05d|-42|-0042",
                "%+d|42|+42",
                "% d|42| 42",
                "%.3d|7|007",
                "%6.3d|7|   007",
                "%06.3d|7|   007",
                "%.0d|0|",
                "%u|-1|4294967295",
                "%x|-1|ffffffff",
                "%#X|255|0XFF",
                "%#x|0|0",
                "%08x|48879|0000beef",
                "%#010x|48879|0x0000beef",
                "%o|8|10",
                "%#o|8|010",
                "%hhd|300|44",
                "%hhu|-1|255",
                "%hd|65535|-1",
                "%ld|-5|-5",
                "%lld|-5|-5",
                "%zu|5|5",
                "%lu|-1|18446744073709551615",
                "%c|65|A",
                "%3c|65|  A",
                "%%|1|%",
                "100%|1|100%",
            })
    void integers(String format, long value, String expected) {
        Type type = format.contains("l") || format.contains("z") ? Type.I64 : Type.I32;
        assertThat(print(format, Expr.constant(type, value))).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "%f|3.14159265|3.141593",
                "%.2f|2.675|2.67",
                "%.0f|2.5|2",
                "%.0f|3.5|4",
                "%#.0f|3|3.",
                "%8.3f|3.14159|   3.142",
                "%-8.1f.|2.55|2.5     .",
                "%08.2f|-1.5|-0001.50",
                "%+f|1|+1.000000",
                "%e|12345.678|1.234568e+04",
                "%.0e|12345.678|1e+04",
                "%E|0.00012|1.200000E-04",
                "%e|0|0.000000e+00",
                "%g|100000|100000",
                "%g|1000000|1e+06",
                "%g|0.0001|0.0001",
                "%g|0.00001|1e-05",
                "%g|0.1|0.1",
                "%.3g|1234.5|1.23e+03",
                "%#g|1|1.00000",
                "%G|1e-10|1E-10",
                "%g|0|0",
                "%f|-0.0|-0.000000",
                "%f|1e22|10000000000000000000000.000000",
                "%f|NaN|nan",
                "%5f|Infinity|  inf",
                "%05f|-Infinity| -inf",
                "%F|NaN|NAN",
                "%lf|0.5|0.500000",
            })
    void floats(String format, double value, String expected) {
        assertThat(print(format, new Expr.Constant(new Type.Float(64), Double.doubleToRawLongBits(value))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"%*d|6|7|     7", "%-*d.|6|7|7     .", "%*d.|-6|7|7     .", "%.*d|3|7|007"})
    void stars(String format, int star, int value, String expected) {
        assertThat(print(format, IrExpressions.n(star), IrExpressions.n(value))).isEqualTo(expected);
    }
}
