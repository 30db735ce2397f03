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

    /** An error in a condition, an initialiser or a call of the library hides nothing behind it, and brings up nothing else. */
    @Test
    void whatStandsBehindAnErrorIsLookedAtToo() {
        assertThat(Translated.complaints("""
            int far(int);
            void __builtin_apply(int);
            static void *worker(void *p) { far(1); return p; }
            static void helper(void) { far(2); }
            int main(void) {
              int a = missing + 1, b = 2;
              void *(*start)(void *) = worker;
              __builtin_apply(0);
              if (nothing && b) helper(); else b = unknown;
              while (a || gone) { b++; if (b) break; }
              for (; none; also) far(3);
              return start(0) ? a : b;
            }
            """))
                .containsExactlyInAnyOrder(
                        "6:11 missing is not declared",
                        "8:3 __builtin_apply: calls with arguments unknown to the compiler are not supported",
                        "9:7 nothing is not declared",
                        "9:40 unknown is not declared",
                        "10:15 gone is not declared",
                        "11:10 none is not declared",
                        "11:16 also is not declared",
                        "11:22 function far has no body, and no model of it is known",
                        "4:28 function far has no body, and no model of it is known",
                        "3:32 function far has no body, and no model of it is known");
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
        assertThat(Translated.complaints("int main(void) { __float128 d; d = d * 2; return 0; }"))
                .singleElement()
                .asString()
                .contains("__float128");
        assertThat(Translated.complaints("int main(void) { double _Complex c; c = c + c; return 0; }"))
                .singleElement()
                .asString()
                .contains("complex numbers");
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
