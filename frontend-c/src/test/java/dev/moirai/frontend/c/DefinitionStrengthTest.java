package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several definitions of one name, the strongest counts: inline, weak and aliased ones give way. */
class DefinitionStrengthTest {
    @TempDir
    private Path folder;

    private LinkedFiles files;

    @BeforeEach
    void begin() {
        files = new LinkedFiles(folder);
    }

    private static CFlags dialect(CFlags.Inlining inlining) {
        var dialect = new CFlags.Dialect("", false, inlining);
        return new CFlags(List.of(), List.of(), List.of(), List.of(), List.of(), dialect, CFlags.Commons.MERGED);
    }

    @Test
    void inlineFunctionsOfAHeaderAreNoDuplicates() throws IOException {
        files.header("h.h", "inline int twice(int x) { return 2 * x; }\n");
        Program program = files.with("a.c", "#include \"h.h\"\nint f(void); int main(void) { return twice(1) + f(); }")
                .with("b.c", "#include \"h.h\"\nextern inline int twice(int); int f(void) { return twice(2); }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "twice", "f");
    }

    @Test
    void aRealDefinitionOutranksAnInlineOne() throws IOException {
        Program program = files.with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }")
                .with("b.c", "int f(void) { return 2; }")
                .linked();
        assertThat(Translated.body(program, "f")).containsExactly("return 2");
    }

    @Test
    void inlineFunctionsThatDifferAreRefusedIfUsed() throws IOException {
        files.with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }")
                .with("b.c", "\ninline int f(void) { return 2; }");
        assertThat(files.complaints())
                .containsExactly(
                        "b.c:2 inline function f is defined here and in a.c:1, and no file has a definition that"
                                + " counts for all");
    }

    @Test
    void inGnu89InlineDefinesForAllAndExternInlineIsAHint() throws IOException {
        CFlags gnu = dialect(CFlags.Inlining.GNU89);
        files.with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }", gnu, CSource.Role.WHOLE)
                .with("b.c", "\ninline int f(void) { return 2; }", gnu, CSource.Role.WHOLE);
        assertThat(files.complaints()).containsExactly("b.c:2 f is defined again; first in a.c:1");
        files.clear();
        Program program = files.with(
                        "a.c",
                        "extern inline int f(void) { return 1; } int main(void) { return f(); }",
                        gnu,
                        CSource.Role.WHOLE)
                .with("b.c", "inline int f(void) { return 2; }", gnu, CSource.Role.WHOLE)
                .linked();
        assertThat(Translated.body(program, "f")).containsExactly("return 2");
    }

    @Test
    void aStrongDefinitionOutranksAWeakOneInWhateverOrder() throws IOException {
        String weak = "__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int x = 1;";
        String strong = "int f(void) { return 2; } int x = 2;";
        String main = "int f(void); extern int x; int main(void) { return f() + x; }";
        Program first =
                files.with("a.c", weak).with("b.c", strong).with("c.c", main).linked();
        files.clear();
        Program last =
                files.with("a.c", main).with("b.c", strong).with("c.c", weak).linked();
        for (Program program : List.of(first, last)) {
            assertThat(Translated.body(program, "f")).containsExactly("return 2");
            assertThat(program.globals().get("x").initial())
                    .containsExactly(new Global.Initial(0, Expr.constant(Type.I32, 2)));
        }
    }

    @Test
    void aWeakDefinitionAloneCounts() throws IOException {
        Program program = files.with("a.c", "int f(void); int main(void) { return f(); }")
                .with("b.c", "__attribute__((weak)) int f(void) { return 1; }")
                .with("c.c", "__attribute__((weak)) int f(void) { return 2; }")
                .linked();
        assertThat(Translated.body(program, "f")).containsExactly("return 1");
    }

    @Test
    void whatIsWeakAndNobodyDefinesIsNull() throws IOException {
        Program program = files.with(
                        "a.c",
                        "extern int hook(void) __attribute__((weak)); extern int v __attribute__((weak));"
                                + " int main(void) { if (&v) return 2; return hook ? hook() : 1; }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main");
        assertThat(program.globals()).isEmpty();
    }

    @Test
    void anAliasIsItsTarget() throws IOException {
        Program program = files.with(
                        "a.c",
                        "static int real(void) { return 3; } int other(void) __attribute__((alias(\"real\")));"
                                + " int soft(void) __attribute__((weak, alias(\"real\"))); int x = 1;"
                                + " extern int y __attribute__((alias(\"x\")));")
                .with(
                        "b.c",
                        "int other(void); int soft(void); extern int y; int main(void) { return other() + soft() + y;"
                                + " }")
                .with("c.c", "int soft(void) { return 4; }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "real", "soft");
        assertThat(program.globals()).containsOnlyKeys("x");
        assertThat(Translated.body(program, "soft")).containsExactly("return 4");
    }
}
