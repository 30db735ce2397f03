package dev.moirai.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnusedDeclarationsTest {
    /** What is parsed, a line for each declaration. Every character of it stands where it is said to stand. */
    private static String left(String text) {
        ShortText left = UnusedDeclarations.shortened(text);
        char[] characters = left.characters();
        for (int i = 0; i < characters.length; i++) {
            if (characters[i] != '\n') assertEquals(text.charAt(left.original(i)), characters[i]);
        }
        return new String(characters).strip();
    }

    @Test
    void whatNobodyNamesGoesAndTakesItsTypesAlong() {
        assertEquals("int main(void) { return used(); }", left("""
            typedef unsigned long size_t;
            typedef struct { int value; } box_t;
            typedef void (*handler_t) (int);
            struct list { struct list *next; };
            enum { RED, GREEN = 2 };
            enum colour { BLUE };
            extern void *malloc (size_t size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__));
            extern int put (box_t *box, const struct list *in, ...);
            extern handler_t handle (int number, handler_t handler);
            extern char *names[2];
            __extension__ extern long long far (void);
            int plain(int);
            int main(void) { return used(); }
            """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extern int used (void); int main(void) { return used(); }",
                "typedef int number; number main(void) { return 0; }",
                "enum { RED, GREEN }; int main(void) { return GREEN; }",
                "struct list { int a; }; int main(void) { struct list l; return 0; }",
                "typedef struct list { int a; } list_t; int main(void) { struct list l; return 0; }",
                "typedef enum { RED } colour_t; int main(void) { return RED; }",
                "struct outer { struct inner { int a; } in; }; int main(void) { struct inner i; return 0; }",
                "extern int aim (void); int other(void) __attribute__((alias(\"aim\"))); int main(void) { return"
                        + " other(); }",
                "extern int twice (int); extern int twice (long); int main(void) { return 0; }",
                "extern int twice (unknown x); int main(void) { return 0; }",
                "extern unknown twice (int x); int main(void) { return 0; }",
                "int defined; int main(void) { return 0; }",
                "int first, second; int main(void) { return 0; }",
                "extern int a (void), b (void); int main(void) { return 0; }",
                "extern int given = 3; int main(void) { return 0; }",
                "#pragma weak f\nextern int f (void); int main(void) { return 0; }",
                "#define f g\nextern int f (void); int main(void) { return 0; }",
                "extern int f (\n# 7 \"g.h\"\nvoid); int main(void) { return 0; }",
                "_Static_assert(sizeof(int) == 4, \"size\"); int main(void) { return 0; }",
                "extern int f (void; int main(void) { return 0; }",
                "extern int f (void)",
                "extern int f (void) { return 1; } int main(void) { return 0; }",
                "int old(a) int a; { return a; } extern int f (int a, int b) broken; int main(void) { return 0; }",
            })
    void whatMayMatterStays(String text) {
        assertEquals(text.replaceAll("\\s+", " "), left(text).replaceAll("\\s+", " "));
    }

    @Test
    void markersBetweenDeclarationsGo() {
        assertEquals("int main(void) { return 0; }", left("""
            # 1 "a.h" 1 3
            extern int f (void);
            # 1 "a.c"
            int main(void) { return 0; }
            """));
    }

    @Test
    void whoAsksForALineGetsItsOwn() {
        String text = "extern int f (void);\n\nint main(void) { return __LINE__; }";
        assertEquals(text, left(text));
    }

    @Test
    void aDeclarationAfterAFunctionGoesToo() {
        assertEquals("int main(void) { return 0; }", left("int main(void) { return 0; } extern int f (void);"));
    }
}
