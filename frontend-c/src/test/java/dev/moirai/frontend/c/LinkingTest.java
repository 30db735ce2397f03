package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several files, one program: which declaration means what. */
class LinkingTest {
    @TempDir
    private Path folder;

    private final List<CSource> files = new ArrayList<>();

    private LinkingTest with(String name, String text) throws IOException {
        return with(name, text, CFlags.NONE, CSource.Role.WHOLE);
    }

    private LinkingTest with(String name, String text, CFlags flags, CSource.Role role) throws IOException {
        files.add(new CSource(header(name, text), flags, role));
        return this;
    }

    private Path header(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Program linked() {
        Program program = CFrontend.translate(files, COptions.DEFAULT);
        assertThat(WellFormed.check(program)).isEmpty();
        return program;
    }

    /** What is refused, as {@code FILE:LINE message}, without the folder. */
    private List<String> complaints() {
        try {
            CFrontend.translate(files, COptions.DEFAULT);
            return List.of();
        } catch (InputException e) {
            String start = folder + "/";
            return e.diagnostics().stream()
                    .map(d -> (d.span().file() + ":" + d.span().line() + " " + d.message()).replace(start, ""))
                    .toList();
        }
    }

    private static CFlags dialect(CFlags.Inlining inlining) {
        var dialect = new CFlags.Dialect("", false, inlining);
        return new CFlags(List.of(), List.of(), List.of(), List.of(), List.of(), dialect, CFlags.Commons.MERGED);
    }

    private static CFlags noCommon() {
        return new CFlags(
                List.of(), List.of(), List.of(), List.of(), List.of(), CFlags.Dialect.GNU11, CFlags.Commons.REFUSED);
    }

    @Test
    void aFunctionOfAnotherFileIsCalled() throws IOException {
        Program program = with("a.c", "int twice(int); int main(void) { return twice(21); }")
                .with("b.c", "int twice(int x) { return 2 * x; }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "twice");
        assertThat(program.file()).endsWith("a.c");
    }

    @Test
    void theProgramIsNamedAfterTheFileOfItsMain() throws IOException {
        Program program = with("b.c", "int twice(int x) { return 2 * x; }")
                .with("a.c", "int twice(int); int main(void) { return twice(21); }")
                .linked();
        assertThat(program.file()).endsWith("a.c");
    }

    @Test
    void aVariableIsOneInAllFiles() throws IOException {
        Program program = with("a.c", "extern int x; int main(void) { return x; }")
                .with("b.c", "int x = 5;")
                .linked();
        assertThat(program.globals().get("x").initial()).hasSize(1);
    }

    @Test
    void staticThingsOfOneNameAreSeveral() throws IOException {
        Program program = with(
                        "a.c",
                        "static int n = 1; static int get(void) { return n; } int other(void);"
                                + " int main(void) { return get() + other(); }")
                .with("b.c", "static int n = 2; static int get(void) { return n; } int other(void) { return get(); }")
                .linked();
        assertThat(program.globals()).containsOnlyKeys("n", "n@2");
        assertThat(program.functions()).containsOnlyKeys("main", "get", "other", "get@2");
    }

    @Test
    void aStaticFunctionDoesNotServeOtherFiles() throws IOException {
        with("a.c", "int get(void); int main(void) { return get(); }")
                .with("b.c", "static int get(void) { return 1; } int unused(void) { return get(); }");
        assertThat(complaints()).containsExactly("a.c:1 function get has no body, and no model of it is known");
    }

    @Test
    void aStaticFunctionHidesTheOneOfAnotherFile() throws IOException {
        Program program = with("a.c", "int get(void) { return 1; } int other(void); int main(void) { return other(); }")
                .with("b.c", "static int get(void) { return 2; } int other(void) { return get(); }")
                .linked();
        assertThat(Translated.body(program, "other")).anyMatch(line -> line.contains("get@2"));
    }

    @Test
    void variablesWithoutAValueAreOne() throws IOException {
        Program program = with("a.c", "int x; int get(void); int main(void) { x = 1; return get(); }")
                .with("b.c", "int x; int get(void) { return x; }")
                .with("c.c", "int x = 7;")
                .linked();
        assertThat(program.globals()).containsOnlyKeys("x");
        assertThat(program.globals().get("x").initial()).hasSize(1);
    }

    @Test
    void withoutCommonsTheyAreAnError() throws IOException {
        with("a.c", "int x;\nint main(void) { return x; }", noCommon(), CSource.Role.WHOLE)
                .with("b.c", "\nint x;", noCommon(), CSource.Role.WHOLE);
        assertThat(complaints()).containsExactly("b.c:2 x is defined again; first in a.c:1");
    }

    @Test
    void anArrayHasTheLengthThatAnyFileGivesIt() throws IOException {
        Program program = with("a.c", "extern int a[]; int main(void) { return a[2]; }")
                .with("b.c", "int a[3] = {1, 2, 3};")
                .linked();
        assertThat(program.globals().get("a").type()).hasToString("i32[3]");
    }

    @Test
    void twoDefinitionsAreReportedWithBothPlaces() throws IOException {
        with("a.c", "int x = 1; int f(void) { return 1; }\nint main(void) { return f() + x; }")
                .with("b.c", "\nint x = 2;\nint f(void) { return 2; }");
        assertThat(complaints())
                .containsExactlyInAnyOrder(
                        "b.c:2 x is defined again; first in a.c:1", "b.c:3 f is defined again; first in a.c:1");
    }

    @Test
    void whatIsDefinedTwiceAndNotUsedDoesNotMatter() throws IOException {
        with("a.c", "int x = 1; int f(void) { return x; } int main(void) { return 0; }")
                .with("b.c", "int x = 2; int f(void) { return x; }");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void twoMainsAreTwoDefinitions() throws IOException {
        with("a.c", "int main(void) { return 1; }").with("b.c", "\nint main(void) { return 2; }");
        assertThat(complaints()).containsExactly("b.c:2 main is defined again; first in a.c:1");
    }

    @Test
    void conflictingTypesAreReportedWithBothPlaces() throws IOException {
        with("a.c", "int f(int);\nextern long x;\nint main(void) { return f(1) + (int) x; }")
                .with("b.c", "\n\nlong f(int y) { return y; }\nint x = 1;");
        assertThat(complaints())
                .containsExactlyInAnyOrder(
                        "b.c:3 conflicting types for f: long(int) here, int(int) in a.c:1",
                        "b.c:4 conflicting types for x: int here, long in a.c:2");
    }

    @Test
    void conflictsOfWhatIsNotUsedDoNotMatter() throws IOException {
        with("a.c", "int f(int); int main(void) { return 0; }").with("b.c", "long f(int y) { return y; }");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void aStructOfAHeaderIsOneTypeInAllFiles() throws IOException {
        header("list.h", """
            struct list { struct list *next; struct { int low, high; } range; unsigned a : 3, b : 5; };
            typedef struct { struct list first; int length; } named;
            struct list made(int);
            int total(named all);
            """);
        Program program = with("a.c", """
            #include "list.h"
            int main(void) { named n = { made(3), 1 }; return total(n); }
            """).with("b.c", """
                #include "list.h"
                struct list made(int x) { struct list l = { 0, { x, x }, 1, 2 }; return l; }
                int total(named all) { return all.first.range.low; }
                """).linked();
        assertThat(program.layouts()).containsOnlyKeys("list", "named", "anonymous");
    }

    @Test
    void structsThatOnlyShareATagStayApart() throws IOException {
        Program program = with(
                        "a.c",
                        "struct s { int x; }; int f(void); int main(void) { struct s v = {1}; return v.x + f(); }")
                .with("b.c", "struct s { long y, z; }; int f(void) { struct s v = {1, 2}; return (int) v.z; }")
                .linked();
        assertThat(program.layouts()).containsOnlyKeys("s", "s@2");
    }

    @Test
    void aSharedThingOfTwoStructsIsAConflict() throws IOException {
        with("a.c", "struct s { int x; };\nextern struct s v;\nint main(void) { return v.x; }")
                .with("b.c", "struct s { long x; };\nstruct s v;");
        assertThat(complaints()).containsExactly("b.c:2 conflicting types for v: struct s@2 here, struct s in a.c:2");
    }

    @Test
    void anOpaqueStructIsTheOneThatAnotherFileDefines() throws IOException {
        Program program = with(
                        "a.c",
                        "struct pool; struct pool *make(void); int size(struct pool *);"
                                + " int main(void) { return size(make()); }")
                .with(
                        "b.c",
                        "struct pool { int n; }; static struct pool one = {4};"
                                + " struct pool *make(void) { return &one; } int size(struct pool *p) { return p->n; }")
                .linked();
        assertThat(program.layouts()).containsOnlyKeys("pool");
    }

    @Test
    void inlineFunctionsOfAHeaderAreNoDuplicates() throws IOException {
        header("h.h", "inline int twice(int x) { return 2 * x; }\n");
        Program program = with("a.c", "#include \"h.h\"\nint f(void); int main(void) { return twice(1) + f(); }")
                .with("b.c", "#include \"h.h\"\nextern inline int twice(int); int f(void) { return twice(2); }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "twice", "f");
    }

    @Test
    void aRealDefinitionOutranksAnInlineOne() throws IOException {
        Program program = with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }")
                .with("b.c", "int f(void) { return 2; }")
                .linked();
        assertThat(Translated.body(program, "f")).containsExactly("return 2");
    }

    @Test
    void inlineFunctionsThatDifferAreRefusedIfUsed() throws IOException {
        with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }")
                .with("b.c", "\ninline int f(void) { return 2; }");
        assertThat(complaints())
                .containsExactly(
                        "b.c:2 inline function f is defined here and in a.c:1, and no file has a definition that"
                                + " counts for all");
    }

    @Test
    void inGnu89InlineDefinesForAllAndExternInlineIsAHint() throws IOException {
        CFlags gnu = dialect(CFlags.Inlining.GNU89);
        with("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }", gnu, CSource.Role.WHOLE)
                .with("b.c", "\ninline int f(void) { return 2; }", gnu, CSource.Role.WHOLE);
        assertThat(complaints()).containsExactly("b.c:2 f is defined again; first in a.c:1");
        files.clear();
        Program program = with(
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
        Program first = with("a.c", weak).with("b.c", strong).with("c.c", main).linked();
        files.clear();
        Program last = with("a.c", main).with("b.c", strong).with("c.c", weak).linked();
        for (Program program : List.of(first, last)) {
            assertThat(Translated.body(program, "f")).containsExactly("return 2");
            assertThat(program.globals().get("x").initial())
                    .containsExactly(new Global.Initial(0, Expr.constant(Type.I32, 2)));
        }
    }

    @Test
    void aWeakDefinitionAloneCounts() throws IOException {
        Program program = with("a.c", "int f(void); int main(void) { return f(); }")
                .with("b.c", "__attribute__((weak)) int f(void) { return 1; }")
                .with("c.c", "__attribute__((weak)) int f(void) { return 2; }")
                .linked();
        assertThat(Translated.body(program, "f")).containsExactly("return 1");
    }

    @Test
    void whatIsWeakAndNobodyDefinesIsNull() throws IOException {
        Program program = with(
                        "a.c",
                        "extern int hook(void) __attribute__((weak)); extern int v __attribute__((weak));"
                                + " int main(void) { if (&v) return 2; return hook ? hook() : 1; }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main");
        assertThat(program.globals()).isEmpty();
    }

    @Test
    void anAliasIsItsTarget() throws IOException {
        Program program = with(
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

    @Test
    void aHarnessHasTheOnlyMain() throws IOException {
        Program program = with("driver.c", "int work(int); int main(void) { return work(1); }")
                .with(
                        "app.c",
                        "int work(int x) { return x; } int main(void) { return work(__builtin_apply_args()); }",
                        CFlags.NONE,
                        CSource.Role.WITHOUT_MAIN)
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "work");
        assertThat(program.file()).endsWith("driver.c");
    }

    @Test
    void whatIsNotUsedIsNotTranslated() throws IOException {
        Program program = with("a.c", "int f(void); int main(void) { return f(); }")
                .with(
                        "b.c",
                        "int f(void) { return 1; } int table[1000]; static int g(void) { return table[1]; }"
                                + " int h(void) { asm(\"hlt\"); return g(); }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "f");
        assertThat(program.globals()).isEmpty();
    }

    @Test
    void aFunctionWhoseTypeIsNotSupportedIsRefusedWhereItIsUsed() throws IOException {
        String library = "\nstatic int strlen(_Atomic void *x) { return !x; }\n";
        with("a.c", library + "int main(void) { return 0; }");
        assertThat(complaints()).isEmpty();
        files.clear();
        with("a.c", library + "int main(void) { return (int) strlen(0); }");
        assertThat(complaints()).containsExactly("a.c:2 not supported: _Atomic void");
        files.clear();
        with("a.c", "\n__attribute__((constructor)) static void f(_Atomic void *x) { }\nint main(void) { return 0; }");
        assertThat(complaints()).containsExactly("a.c:2 not supported: _Atomic void");
    }

    @Test
    void errorsOfAllFilesAreReported() throws IOException {
        with("a.c", "int f(void); int main(void) { _Float16 w = 1; return f() + h(); }")
                .with("b.c", "int f(void) { return 1 +; }")
                .with("c.c", "#include \"nowhere.h\"\n");
        assertThat(complaints())
                .containsExactly(
                        "b.c:1 syntax error before ;",
                        "c.c:1 cannot find the include file \"nowhere.h\"",
                        "a.c:1 not supported: computing with _Float16");
    }

    @Test
    void macrosAreEachFilesOwn() throws IOException {
        var flags = new CFlags(
                List.of(),
                List.of(),
                List.of(),
                List.of("-DN=1", "-UN", "-DM=2", "-Ulinux"),
                List.of(header("forced.h", "#define FORCED 3\n")),
                CFlags.Dialect.GNU11,
                CFlags.Commons.MERGED);
        Program program = with(
                        "a.c",
                        "#if defined N || defined linux\n#error no\n#endif\nint f(void); int x = M + FORCED;"
                                + " int main(void) { return f() + x; }",
                        flags,
                        CSource.Role.WHOLE)
                .with("b.c", "#if defined M || !defined linux\n#error no\n#endif\nint f(void) { return 0; }")
                .linked();
        assertThat(program.globals().get("x").initial())
                .containsExactly(new Global.Initial(0, Expr.constant(Type.I32, 5)));
    }
}
