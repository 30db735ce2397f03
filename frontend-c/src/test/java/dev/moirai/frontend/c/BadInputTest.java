package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users are told about files that cannot be translated. */
class BadInputTest {
    @TempDir
    Path folder;

    private void assertRefused(Path file, String message) {
        assertThatThrownBy(() -> CFrontend.translate(file, COptions.DEFAULT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void filesThatAreNoSource() throws IOException {
        assertRefused(Files.writeString(folder.resolve("empty.c"), " \n"), "empty");
        assertRefused(Files.write(folder.resolve("binary.c"), new byte[] {'i', 0, 3}), "binary");
        assertRefused(Files.createDirectory(folder.resolve("folder.c")), "directory");
        assertRefused(folder.resolve("nowhere.c"), "no such file");
    }

    @Test
    void syntaxErrorsAreAllToldWhereTheyAre() {
        assertThat(Translated.complaints("""
            int unused(void) { int x = 3 return x; }
            int main(void) {
              int y = 4;
              if (y == ) y = 2;
              return y
            }
            """))
                .containsExactly(
                        "1:30 syntax error before return", "4:12 syntax error before )", "6:1 syntax error before }");
    }

    @Test
    void objectsThatNoMemoryHolds() {
        assertThat(Translated.complaints("int a[1ll << 40]; int main(void) { return a[0]; }"))
                .containsExactly(
                        "1:5 an object that is too large: 4398046511104 bytes, at most 2147483648 bytes are possible");
        assertThat(Translated.complaints("struct s { char a[1ll << 62], b[1ll << 62]; }; static struct s x;\n"
                        + "int main(void) { long b[1ll << 61]; static char c[1ul << 31 | 1]; b[0] = c[0];"
                        + " return x.a[0]; }"))
                .isNotEmpty()
                .allMatch(complaint -> complaint.contains("an object that is too large"));
        assertThat(Translated.complaints("int main(void) { return sizeof(int[1ll << 40]) > 5; }"))
                .isEmpty();
    }

    @Test
    void missingIncludesAndErrorDirectives() {
        assertThat(Translated.complaints("#include \"nowhere.h\"\n#error stop\nint main(void) { return 0; }\n"))
                .containsExactly("1:1 cannot find the include file \"nowhere.h\"", "2:8 #error stop");
    }

    @Test
    void unknownFunctionsAreNamedWithAWayOut() throws IOException {
        Path file = Files.writeString(
                folder.resolve("unknown.c"), "int far(int);\nint main(void) { far(1); return near(2); }\n");
        assertThatThrownBy(() -> CFrontend.translate(file, COptions.DEFAULT))
                .isInstanceOfSatisfying(InputException.class, e -> {
                    assertThat(e.diagnostics()).hasSize(2);
                    assertThat(e.diagnostics().getFirst().message()).contains("function far has no body");
                    assertThat(e.diagnostics().getFirst().hint()).contains("--assume-pure far");
                    assertThat(e.diagnostics().getFirst().span().line()).isEqualTo(2);
                });
    }

    @Test
    void errorsInSeveralFunctions() {
        assertThat(Translated.complaints("""
            struct S; extern int ext;
            int f(int a) { return a.b; }
            int g(void) { return missing + 1; }
            int main(void) { f(1); g(); goto nowhere; return ((struct S *)0)->x; }
            """))
                .containsExactlyInAnyOrder(
                        "4:50 struct S is declared but never defined",
                        "4:29 label nowhere is not defined",
                        "2:23 a value of type int has no member b",
                        "3:22 missing is not declared");
    }

    @Test
    void whatIsNotSupportedIsNamed() {
        assertThat(Translated.complaints("int main(void) { long double d; d = d * 2; return 0; }"))
                .singleElement()
                .asString()
                .contains("long double");
        assertThat(Translated.complaints("__int128 i; int main(void) { return (int) i; }"))
                .singleElement()
                .asString()
                .contains("__int128");
        assertThat(Translated.complaints("int main(void) { asm(\"movl %eax, %ebx\"); return 0; }"))
                .singleElement()
                .asString()
                .contains("inline assembly");
        assertThat(Translated.complaints("int main(void) { void *p = &&here; here: return p != 0; }"))
                .singleElement()
                .asString()
                .contains("address of a label");
    }

    @Test
    void thereMustBeAMain() {
        assertThat(Translated.complaints("int f(void) { return 1; }")).containsExactly("0:0 there is no function main");
    }

    @Test
    void externVariablesMustBeDefinedSomewhere() {
        assertThat(Translated.complaints("extern int far; int main(void) { return far; }"))
                .containsExactly("1:41 variable far is declared extern but defined nowhere");
    }

    @Test
    void staticAssertionsAreChecked() {
        assertThat(Translated.complaints("_Static_assert(sizeof(int) == 5, \"no\"); int main(void) { return 0; }"))
                .singleElement()
                .asString()
                .contains("static assertion");
    }

    @Test
    void deepNestingIsTranslatedOrRefusedButNeverCrashes() {
        String deep = "int main(void) { int x = " + "(".repeat(2000) + "1" + ")".repeat(2000) + "; " + "{".repeat(500)
                + "x++;" + "}".repeat(500) + " x = " + "x + ".repeat(3000) + "1; return x; }";
        assertThat(Translated.complaints(deep)).isEmpty();
    }
}
