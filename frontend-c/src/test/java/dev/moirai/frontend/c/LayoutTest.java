package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Program;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes, alignments and offsets are those of gcc on x86 (looked up there). */
class LayoutTest {
    private static Layout layout(String members, DataModel model) {
        var options = new COptions(model, CFlags.NONE, Set.of(), COptions.DEFAULT.library(), List.of());
        Program program = Translated.program(
                "struct S { " + members + " } s; void *p = &s; int main(void) { return p == (void *) 8; }", options);
        return program.layout("S");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        char c; int i; short s; double d; char t;            | 32 |  8 | 24 | 4
        long l; char c;                                      | 16 |  8 |  8 | 4
        char c; long long l;                                 | 16 |  8 | 12 | 4
        unsigned a : 3; int b : 5; unsigned c : 20;          |  4 |  4 |  4 | 4
        char x; int a : 7; int b : 9; char y;                |  4 |  4 |  4 | 4
        int a : 20; int b : 20;                              |  8 |  4 |  8 | 4
        char a : 4; int : 0; char b : 4;                     |  5 |  1 |  5 | 1
        long long a : 40; long long b : 40;                  | 16 |  8 | 12 | 4
        char c; union { int i; char d[6]; } u; char e;       | 16 |  4 | 16 | 4
        char n; int data[];                                  |  4 |  4 |  4 | 4
        struct { char c; } __attribute__((packed)) p; int i; |  8 |  4 |  8 | 4
        """)
    void sizes(String members, long size64, int alignment64, long size32, int alignment32) {
        Layout wide = layout(members, DataModel.LP64);
        Layout narrow = layout(members, DataModel.ILP32);
        assertThat(List.of(wide.size(), narrow.size())).containsExactly(size64, size32);
        assertThat(List.of(wide.alignment(), narrow.alignment())).containsExactly(alignment64, alignment32);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        char x; int a : 7; int b : 9; char y;         | x i8 0, a:b u16 1, y i8 3
        unsigned a : 3; int b : 5; int c;             | a:b u8 0, c i32 4
        int a : 20; int b : 20;                       | a:b u64 0
        """)
    void adjacentBitFieldsAreOneUnit(String members, String fields) {
        String found = layout(members, DataModel.LP64).fields().stream()
                .map(field -> field.name() + " " + field.type() + " " + field.offset())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        assertThat(found).isEqualTo(fields);
    }
}
