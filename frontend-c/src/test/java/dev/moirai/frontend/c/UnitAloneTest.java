package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Translation units as {@code gcc -E} prints them, each on its own. */
class UnitAloneTest {
    @TempDir
    Path folder;

    private UnitAlone.Result translated(String text) throws IOException {
        return UnitAlone.translate(Files.writeString(folder.resolve("unit.i"), text), COptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // what glibc and gcc's own headers declare with _GNU_SOURCE
                "extern _Float32 f(_Float32x, _Float64, _Float64x) __attribute__((__nothrow__));",
                "typedef long long __m128i __attribute__((__vector_size__(16), __may_alias__));"
                        + " extern __inline __m128i __attribute__((__gnu_inline__)) f(__m128i a) { return a + a; }",
                "extern __inline int __attribute__((__gnu_inline__)) f(_Float16 _Complex x) { return 0; }",
                "typedef union { int *a; void *b; } u __attribute__((__transparent_union__)); extern int f(u);",
                "typedef __uint128_t wide; extern wide f(wide, __int128_t); int size[sizeof(wide)];",
                // a parameter that hides a type, after results of all kinds
                "typedef struct user user; typedef char *text; struct user { int n; };"
                        + " text f(int x, user *user) { return user->n ? \"\" : 0; }"
                        + " static inline unsigned long g(user *user) { return user->n; }",
                "typedef int lock; static lock __attribute__((aligned(64))) held = 0; lock *f(void) { return &held; }",
                "int f(int x) { switch (x) { case 1: __attribute__((fallthrough)); default: return 1; } }",
                "int g(void); int f(int x) { if (x) return 1; g(), __builtin_unreachable(); }",
                "extern int there; extern struct unknown hidden; void *f(void) { return there ? &hidden : 0; }",
                "int f(void) { extern int inside; return inside; }",
                "extern long syscall(long number, ...); long f(void) { long r = syscall(202, 0, 0); return r; }",
                // one side of the choice is an object that nothing but the choice knows
                "struct s { int a, b; }; struct s g(int); struct s x; int f(int n) { struct s y = n ? g(n) : x; return"
                        + " y.a; }",
            })
    void translates(String text) throws IOException {
        assertThat(translated(text)).isEqualTo(new UnitAlone.Result(true, java.util.List.of()));
    }

    @Test
    void whatNobodyCallsMayContainAnything() throws IOException {
        String refused = "unsigned cpu(void) { _Float16 a = 0; return 1; }";
        assertThat(translated("static inline " + refused).refusals()).isEmpty();
        assertThat(translated("static " + refused + " int f(void) { return cpu(); }")
                        .refusals())
                .containsExactly("not supported: computing with _Float16 (line 1)");
        assertThat(translated(refused).refusals()).hasSize(1);
    }

    @Test
    void headersOfTheSystemAreLookedAtToo() throws IOException {
        String header = "# 1 \"/usr/include/x.h\" 1 3 4\nextern int f(unknown_t *);\n# 2 \"unit.c\" 2\nint g;\n";
        assertThat(translated(header).refusals()).hasSize(1);
    }

    @Test
    void aSyntaxErrorIsNotParsed() throws IOException {
        UnitAlone.Result result = translated("int f(void) { return 1 }");
        assertThat(result.parsed()).isFalse();
        assertThat(result.refusals()).hasSize(1);
    }
}
