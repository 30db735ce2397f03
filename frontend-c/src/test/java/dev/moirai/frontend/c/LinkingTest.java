package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several files, one program: which declaration means what. */
class LinkingTest {
    @TempDir
    private Path folder;

    private LinkedFiles files;

    @BeforeEach
    void begin() {
        files = new LinkedFiles(folder);
    }

    private static CFlags noCommon() {
        return new CFlags(
                List.of(), List.of(), List.of(), List.of(), List.of(), CFlags.Dialect.GNU11, CFlags.Commons.REFUSED);
    }

    @Test
    void aFunctionOfAnotherFileIsCalled() throws IOException {
        Program program = files.with("a.c", "int twice(int); int main(void) { return twice(21); }")
                .with("b.c", "int twice(int x) { return 2 * x; }")
                .linked();
        assertThat(program.functions()).containsOnlyKeys("main", "twice");
        assertThat(program.file()).endsWith("a.c");
    }

    /** Functions that headers of the system declare are looked at when somebody names them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        long f(long)                          | int main(void) { return 0; }                           |
        long f(long)                          | long f(long x) { return x; } int main(void) { return f(1); } |
        long f(long)                          | int f(int x) { return x; } int main(void) { return 0; } | conflicting types for f
        long f(long)                          | int main(void) { return f(2); }                        | function f has no body
        long f(long)                          | static long f(long x) { return x; } int main(void) { return f(1); } | f is static
        long f(long)                          | int f; int main(void) { return f; }                    | f is a function or a variable
        int f(void) __attribute__((weak))     | int main(void) { return f ? 1 : 0; }                   |
        """)
    void functionsOfSystemHeaders(String prototype, String program, String complaint) throws IOException {
        files.with(
                "a.i", "# 1 \"/usr/include/x.h\" 1 3 4\nextern " + prototype + ";\n# 2 \"a.c\" 2\n" + program + "\n");
        if (complaint == null) assertThat(files.complaints()).isEmpty();
        else assertThat(files.complaints()).first(STRING).contains(complaint);
    }

    @Test
    void theProgramIsNamedAfterTheFileOfItsMain() throws IOException {
        Program program = files.with("b.c", "int twice(int x) { return 2 * x; }")
                .with("a.c", "int twice(int); int main(void) { return twice(21); }")
                .linked();
        assertThat(program.file()).endsWith("a.c");
    }

    @Test
    void aVariableIsOneInAllFiles() throws IOException {
        Program program = files.with("a.c", "extern int x; int main(void) { return x; }")
                .with("b.c", "int x = 5;")
                .linked();
        assertThat(program.globals().get("x").initial()).hasSize(1);
    }

    @Test
    void staticThingsOfOneNameAreSeveral() throws IOException {
        Program program = files.with(
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
        files.with("a.c", "int get(void); int main(void) { return get(); }")
                .with("b.c", "static int get(void) { return 1; } int unused(void) { return get(); }");
        assertThat(files.complaints()).containsExactly("a.c:1 function get has no body, and no model of it is known");
    }

    @Test
    void aStaticFunctionHidesTheOneOfAnotherFile() throws IOException {
        Program program = files.with(
                        "a.c", "int get(void) { return 1; } int other(void); int main(void) { return other(); }")
                .with("b.c", "static int get(void) { return 2; } int other(void) { return get(); }")
                .linked();
        assertThat(Translated.body(program, "other")).anyMatch(line -> line.contains("get@2"));
    }

    @Test
    void variablesWithoutAValueAreOne() throws IOException {
        Program program = files.with("a.c", "int x; int get(void); int main(void) { x = 1; return get(); }")
                .with("b.c", "int x; int get(void) { return x; }")
                .with("c.c", "int x = 7;")
                .linked();
        assertThat(program.globals()).containsOnlyKeys("x");
        assertThat(program.globals().get("x").initial()).hasSize(1);
    }

    @Test
    void withoutCommonsTheyAreAnError() throws IOException {
        files.with("a.c", "int x;\nint main(void) { return x; }", noCommon(), CSource.Role.WHOLE)
                .with("b.c", "\nint x;", noCommon(), CSource.Role.WHOLE);
        assertThat(files.complaints()).containsExactly("b.c:2 x is defined again; first in a.c:1");
    }

    @Test
    void anArrayHasTheLengthThatAnyFileGivesIt() throws IOException {
        Program program = files.with("a.c", "extern int a[]; int main(void) { return a[2]; }")
                .with("b.c", "int a[3] = {1, 2, 3};")
                .linked();
        assertThat(program.globals().get("a").type()).hasToString("i32[3]");
    }

    @Test
    void twoDefinitionsAreReportedWithBothPlaces() throws IOException {
        files.with("a.c", "int x = 1; int f(void) { return 1; }\nint main(void) { return f() + x; }")
                .with("b.c", "\nint x = 2;\nint f(void) { return 2; }");
        assertThat(files.complaints())
                .containsExactlyInAnyOrder(
                        "b.c:2 x is defined again; first in a.c:1", "b.c:3 f is defined again; first in a.c:1");
    }

    @Test
    void whatIsDefinedTwiceAndNotUsedDoesNotMatter() throws IOException {
        files.with("a.c", "int x = 1; int f(void) { return x; } int main(void) { return 0; }")
                .with("b.c", "int x = 2; int f(void) { return x; }");
        assertThat(files.complaints()).isEmpty();
    }

    @Test
    void twoMainsAreTwoDefinitions() throws IOException {
        files.with("a.c", "int main(void) { return 1; }").with("b.c", "\nint main(void) { return 2; }");
        assertThat(files.complaints()).containsExactly("b.c:2 main is defined again; first in a.c:1");
    }

    @Test
    void conflictingTypesAreReportedWithBothPlaces() throws IOException {
        files.with("a.c", "int f(int);\nextern long x;\nint main(void) { return f(1) + (int) x; }")
                .with("b.c", "\n\nlong f(int y) { return y; }\nint x = 1;");
        assertThat(files.complaints())
                .containsExactlyInAnyOrder(
                        "b.c:3 conflicting types for f: long(int) here, int(int) in a.c:1",
                        "b.c:4 conflicting types for x: int here, long in a.c:2");
    }

    @Test
    void conflictsOfWhatIsNotUsedDoNotMatter() throws IOException {
        files.with("a.c", "int f(int); int main(void) { return 0; }").with("b.c", "long f(int y) { return y; }");
        assertThat(files.complaints()).isEmpty();
    }

    @Test
    void aStructOfAHeaderIsOneTypeInAllFiles() throws IOException {
        files.header("list.h", """
            struct list { struct list *next; struct { int low, high; } range; unsigned a : 3, b : 5; };
            typedef struct { struct list first; int length; } named;
            struct list made(int);
            int total(named all);
            """);
        Program program = files.with("a.c", """
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
        Program program = files.with(
                        "a.c",
                        "struct s { int x; }; int f(void); int main(void) { struct s v = {1}; return v.x + f(); }")
                .with("b.c", "struct s { long y, z; }; int f(void) { struct s v = {1, 2}; return (int) v.z; }")
                .linked();
        assertThat(program.layouts()).containsOnlyKeys("s", "s@2");
    }

    @Test
    void aSharedThingOfTwoStructsIsAConflict() throws IOException {
        files.with("a.c", "struct s { int x; };\nextern struct s v;\nint main(void) { return v.x; }")
                .with("b.c", "struct s { long x; };\nstruct s v;");
        assertThat(files.complaints())
                .containsExactly("b.c:2 conflicting types for v: struct s@2 here, struct s in a.c:2");
    }

    @Test
    void anOpaqueStructIsTheOneThatAnotherFileDefines() throws IOException {
        Program program = files.with(
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
    void aHarnessHasTheOnlyMain() throws IOException {
        Program program = files.with("driver.c", "int work(int); int main(void) { return work(1); }")
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
        Program program = files.with("a.c", "int f(void); int main(void) { return f(); }")
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
        files.with("a.c", library + "int main(void) { return 0; }");
        assertThat(files.complaints()).isEmpty();
        files.clear();
        files.with("a.c", library + "int main(void) { return (int) strlen(0); }");
        assertThat(files.complaints()).containsExactly("a.c:2 not supported: _Atomic void");
        files.clear();
        files.with(
                "a.c",
                "\n__attribute__((constructor)) static void f(_Atomic void *x) { }\nint main(void) { return 0; }");
        assertThat(files.complaints()).containsExactly("a.c:2 not supported: _Atomic void");
    }

    @Test
    void errorsOfAllFilesAreReported() throws IOException {
        files.with("a.c", "int f(void); int main(void) { _Float16 w = 1; return f() + h(); }")
                .with("b.c", "int f(void) { return 1 +; }")
                .with("c.c", "#include \"nowhere.h\"\n");
        assertThat(files.complaints())
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
                List.of(files.header("forced.h", "#define FORCED 3\n")),
                CFlags.Dialect.GNU11,
                CFlags.Commons.MERGED);
        Program program = files.with(
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
