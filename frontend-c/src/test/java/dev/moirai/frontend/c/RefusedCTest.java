package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What gcc rejects is rejected; what would change the meaning and is not understood is refused by name. */
class RefusedCTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        int f(int); int f(char);                                          | 1:17 conflicting types for f: int(char) here, int(int) in line 1
        int x; long x;                                                    | 1:13 conflicting types for x: long here, int in line 1
        int f(const char *); int f(char *);                               | 1:26 conflicting types for f: int(char *) here, int(const char *) in line 1
        int f(void) { return 1; } int f(void) { return 2; }               | 1:27 f is defined again; first in line 1
        int x = 1; int x = 2;                                             | 1:16 x is defined again; first in line 1
        struct s { int a; char a; };                                      | 1:24 two members are called a
        struct s { int a[]; int b; };                                     | 1:25 a member after a flexible array member
        struct s { int a : 33; };                                         | 1:16 bit-field a is wider than its type int
        struct s { float a : 3; };                                        | 1:18 a bit-field of type float
        enum e { A, A };                                                  | 1:13 two enumerators are called A
        int x __attribute__((nonsense));                                  | 1:22 not supported: attribute nonsense
        int x __attribute__((vector_size(3)));                            | 1:22 no size for a vector: 3
        struct __attribute__((packed)) s *p;                              | 1:23 not supported: attribute packed in this place
        int x __attribute__((aligned(3)));                                | 1:22 the alignment 3 is no power of two, or too large
        int x __attribute__((mode(TI)));                                  | 1:22 not supported: attribute mode(TI) of int
        _Static_assert(1 > 2, "no");                                      | 1:1 static assertion failed: no
        register int r;                                                   | 1:14 r is declared auto or register outside of functions
        typedef int T; typedef long T;                                    | 1:29 conflicting types for T: long here, int in line 1
        unsigned float x;                                                 | 1:1 no type: unsigned float
        short long x;                                                     | 1:1 no type: short long
        signed unsigned x;                                                | 1:1 no type: signed unsigned
        void f(void) {} int f;                                            | 1:21 f is a function or a variable, not both; see line 1
        int a; static int a;                                              | 1:19 a is static here, and not in line 1
        static int a; int a;                                              | 1:19 a is static in line 1, and not here
        int f(void); static int f(void) { return 1; }                     | 1:14 f is static here, and not in line 1
        """)
    void declarations(String text, String complaint) {
        assertThat(Translated.complaints(text + " int main(void) { return 0; }"))
                .containsExactly(complaint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        int a; int a;                                                     | a is declared twice in this block
        extern int a = 1;                                                 | a is declared extern in a block, and initialised
        _Thread_local int a = 1;                                          | a is thread-local in a block, and not static
        int a = _Generic(1, int: 0, signed: 1, default: 2);               | two associations fit the type int
        int a = '';                                                       | an empty character constant
        typedef int v __attribute__((vector_size(16))); v a; a++;         | ++ or -- on an object of type struct vector_int_16
        typedef int v __attribute__((vector_size(16))); v a; a = (v) 1;   | a cast from int to struct vector_int_16, which are not as large
        _Float16 a; a = a + a;                                            | not supported: computing with _Float16
        _Float128 a; a = a + a;                                           | not supported: computing with __float128
        static _Atomic __int128 a; a = 1;                                 | not supported: an atomic access to 16 bytes
        int a = 0; goto *a;                                               | goto to a value of type int
        switch (1) { case 1: case 1: break; }                             | two cases of one value
        switch (1) { case 1 ... 5: case 3: break; }                       | two cases of one value
        switch (1) { default: default: break; }                           | two defaults in one switch
        const int a = 1; a = 2;                                           | an assignment to something const
        const char *p = 0; *p = 2;                                        | an assignment to something const
        const struct { int a; } s = { 1 }; s.a++;                         | an assignment to something const
        struct { const int a; } s = { 1 }, t = { 2 }; s = t;              | an assignment to something const
        extern int f(void) __attribute__((ifunc("g"))); f();              | not supported: attribute ifunc of f, which has no definition here
        extern int f(void) __attribute__((alias("g"))); f();              | f is an alias of g, which its file does not define
        struct f { int n; int d[]; } x = { 1, { 2 } };                    | only a static object can have its flexible array member initialised
        int n; sscanf("1", "%m[a-z]", &n);                                | sscanf with %m is not supported
        int n; sscanf("1", "%5p", &n);                                    | sscanf with %5p is not supported
        char b[9]; sprintf(b, "%ls", 0);                                  | sprintf with %ls is not supported
        printf("%2$s %1$d", 1, "a");                                      | printf with %N$ is not supported
        printf("%99999999999d", 1);                                       | printf with a width beyond 999999999
        printf("%.99999999999d", 1);                                      | printf with a width beyond 999999999
        char b[9]; sprintf(b, "%99999999999d", 1);                        | sprintf with %99999999999d is not supported
        int n; sscanf("1", "%99999999999d", &n);                          | sscanf with %99999999999d is not supported
        printf("%ls", L"a");                                              | printf with %ls is not supported
        int n; printf("%d%n", 1, &n);                                     | printf with %n is not supported
        """)
    void statements(String text, String complaint) {
        assertThat(Translated.complaints("#include <stdio.h>\nint main(void) { " + text + " return 0; }"))
                .singleElement()
                .asString()
                .endsWith(complaint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        if 1 +                                      | 1:5 a preprocessor condition ends too early
        if 1 2                                      | 1:5 missing binary operator before 2
        if 1 / 0                                    | 1:5 division by zero in a preprocessor condition
        if 1.5                                      | 1:5 the number 1.5 in a preprocessor condition
        if (1                                       | 1:5 missing )
        if defined                                  | 1:5 missing name after defined
        if 99999999999999999999                     | 1:5 the number 99999999999999999999 is malformed or too large
        pragma scalar_storage_order big-endian      | 1:1 not supported: #pragma scalar_storage_order big-endian
        nonsense                                    | 1:1 unknown directive #nonsense
        """)
    void directives(String directive, String complaint) {
        String end = directive.startsWith("if") ? "\n#endif" : "";
        assertThat(Translated.complaints("#" + directive + end + "\nint main(void) { return 0; }\n"))
                .contains(complaint);
    }

    @Test
    void filesThatEndInTheMiddle() {
        assertThat(Translated.complaints("int main(void) { return 0; }\n /* and so on"))
                .containsExactly("2:2 a comment without end");
        assertThat(Translated.complaints(
                        "#if 0\n#endif\n#ifdef A\n#if 1\n#endif\n#else\nint main(void) { return 0; }\n"))
                .containsExactly("3:1 a condition without #endif");
    }

    @Test
    void aCommentMayEndALineThatGoesOn() {
        assertThat(Translated.complaints("#ifdef A\n#define M(v) {\\\n /*one*/\\\n v++; /* two */ \\\n}\n#endif\n"
                        + "#define N /* x */\\\n 0\nint main(void) { return N; }\n"))
                .isEmpty();
    }

    @Test
    void aMarkOfItsEncodingIsNoPartOfAFile() {
        assertThat(Translated.complaints("\uFEFFint main(void) { return none; }\n"))
                .containsExactly("1:26 none is not declared");
    }

    @Test
    void numericEscapesThatMacrosMayHaveMadeLonger() {
        String text = "#define A \"\\x1\"\n#define B \"\\1\"\nint main(void) { return (A \"1\")[1] + (B \"2\")[1]; }\n";
        assertThat(Translated.complaints(text))
                .first()
                .asString()
                .endsWith("not supported: a string put together from macros, with a numeric escape");
    }

    @Test
    void statementsOutsideOfFunctions() {
        assertThat(Translated.complaints("int x = ({ 1; });\nint main(void) { return x; }\n"))
                .containsExactly("1:9 a statement expression outside of functions");
    }

    @Test
    void whatThePreprocessorDoesNotKnow() {
        assertThat(Translated.complaints("#define F(x, ...) y ## __VA_OPT__(+) x\nint main(void) { return F(1) 2; }\n"))
                .contains("1:24 not supported: __VA_OPT__");
        String choice = "#define F(x, ...) x __VA_OPT__(+) 1\nint main(void) { return F(%s); }\n";
        assertThat(Translated.complaints(choice.formatted("1, 2"))).isEmpty();
        assertThat(Translated.complaints(choice.formatted("1"))).containsExactly("2:25 syntax error before 1");
        assertThat(Translated.complaints("/* no __VA_OPT__ here */\nint main(void) { return 0; }\n"))
                .isEmpty();
    }

    @Test
    void aFileThatIncludesItself() throws IOException {
        Path file = Files.createTempFile("again", ".c");
        try {
            Files.writeString(file, "#include \"" + file.getFileName() + "\"\nint main(void) { return 0; }\n");
            assertThatThrownBy(() -> CFrontend.translate(file, COptions.DEFAULT))
                    .hasMessageContaining("files include each other without end");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void escapesInTheTextOfAnAssertionAreNone() {
        assertThat(Translated.complaints("#include <assert.h>\n"
                        + "int main(void) { assert(L'\\x100' == 256 && \"\\1011\"[0]); return 0; }\n"))
                .isEmpty();
    }

    @Test
    void linesThatAreRenumbered() {
        assertThat(Translated.complaints("int main(void) {\n#line 7\nreturn __LINE__; }\n"))
                .containsExactly("2:1 not supported: #line beside __LINE__ or __FILE__");
    }

    @Test
    void errorsAreShownAlsoWhereLibraryCodeIsReadAfterThem() {
        assertThat(Translated.complaints("""
            #include <string.h>
            int main(void) { char a[4]; nobody = 3; memset(a, 0, 4); return strcmp(strdup(a), a); }
            """)).containsExactly("2:29 nobody is not declared");
    }

    @Test
    void aFileNamedWithoutItsFolderFindsItsNeighbour() throws IOException {
        String name = "bare-" + UUID.randomUUID();
        Path header = Path.of(name + ".h");
        Path file = Path.of(name + ".c");
        try {
            Files.writeString(header, "#define ANSWER 42\n");
            Files.writeString(file, "#include \"" + header + "\"\nint main(void) { return ANSWER; }\n");
            assertThat(CFrontend.translate(file, COptions.DEFAULT)
                            .function("main")
                            .body())
                    .isNotEmpty();
        } finally {
            Files.deleteIfExists(header);
            Files.deleteIfExists(file);
        }
    }
}
