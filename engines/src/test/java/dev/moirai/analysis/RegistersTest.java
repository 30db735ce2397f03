package dev.moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistersTest {
    @TempDir
    Path folder;

    @Test
    void theExpectedValueOfACompareAndSwapIsALocal() throws IOException {
        assertThat(main("int old = x; atomic_compare_exchange_strong(&x, &old, 7); out = old;"))
                .contains("old = %1", "old = %3", "%4 = old")
                .noneMatch(line -> line.contains("new stack"));
    }

    /** So its value is chosen when it is read, and only then. */
    @Test
    void whatMayBeReadBeforeItIsWrittenStaysInMemory() throws IOException {
        assertThat(main("int old; atomic_compare_exchange_strong(&x, &old, 7);"))
                .anyMatch(line -> line.contains("new stack"))
                .noneMatch(line -> line.contains("any i32"));
        assertThat(main("int old; int *p = &old; if (x) *p = 1; if (x) out = *p;"))
                .anyMatch(line -> line.contains("new stack"));
    }

    @Test
    void whatIsWrittenFirstIsALocal() throws IOException {
        assertThat(main("int old; old = 3; atomic_compare_exchange_strong(&x, &old, 7);"))
                .contains("old = 3")
                .noneMatch(line -> line.contains("new stack") || line.contains("any i32"));
    }

    @Test
    void variablesOfOneNameStayApart() throws IOException {
        assertThat(main("int old = 1; { int old = 2; atomic_compare_exchange_strong(&x, &old, 7); out = old; }"
                        + " atomic_compare_exchange_strong(&x, &old, 8);"))
                .contains("old = 1", "old@2 = 2", "%3 = old@2", "%4 = old");
    }

    @Test
    void whatIsPassedOnStaysInMemory() throws IOException {
        assertThat(main("int kept; take(&kept);")).anyMatch(line -> line.contains("new stack"));
        assertThat(main("int kept; int *p = &kept; out = *p;")).anyMatch(line -> line.contains("new stack"));
    }

    @Test
    void whatIsReadInPartsStaysInMemory() throws IOException {
        assertThat(main("int kept = 5; out = *(char *)&kept;")).anyMatch(line -> line.contains("new stack"));
        assertThat(main("struct { int a, b; } pair; pair.a = 1; out = pair.a;"))
                .anyMatch(line -> line.contains("new stack"));
    }

    private List<String> main(String statements) throws IOException {
        String text = """
            #include <stdatomic.h>
            _Atomic int x;
            int out;
            void take(int *p) { out = *p; }
            int main(void) { %s return 0; }
            """.formatted(statements);
        Program program = Preparation.prepare(CPrograms.of(folder, text));
        assertThat(WellFormed.check(program)).isEmpty();
        var printer = new Printer(program.layouts());
        return program.function("main").body().stream()
                .map(instr ->
                        printer.instr(instr).replace("store [private] ", "").replace("store [plain] ", ""))
                .toList();
    }
}
