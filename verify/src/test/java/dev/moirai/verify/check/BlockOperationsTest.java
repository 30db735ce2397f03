package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.bound.CutPoints;
import dev.moirai.property.Bounds;
import dev.moirai.property.CutPoint;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Library operations on blocks of memory are no loops of the user: the user's bounds do not cut them, errors in them
 * are reported at the call, and other threads can see them half done.
 */
class BlockOperationsTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        extern unsigned __VERIFIER_nondet_uint(void);
        struct part { char tag; long value; };
        struct whole { int first[40]; struct part parts[3]; pthread_mutex_t lock; char text[300]; int last; };
        static struct whole a, b;
        static struct whole more(struct whole w) { w.last++; return w; }
        static void wipe(void *at, size_t bytes) { memset(at, 0, bytes); }
        """;

    private static final int LINE = (int) HEAD.lines().count() + 1;

    @TempDir
    Path folder;

    private Asking engines(String text, int unwind, Property... asked) throws IOException {
        return new Asking(Asking.program(folder, HEAD + text), Set.of(asked), SearchBounds.of(new Bounds(unwind, 3)));
    }

    private void allSay(String expected, Asking engines) {
        engines.boundedSay(expected);
        Verdict explicit = engines.explicitly();
        // The explicit search does not try all numbers.
        if (!(explicit instanceof Verdict.Unknown)) {
            assertThat(Asking.word(explicit)).as("explicit").isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memset(&a, 0, sizeof a); assert(a.last == 0);",
                "a.last = 3; wipe(&a, sizeof a); assert(a.last == 0);",
                "a.last = 3; bzero(&a, sizeof a); assert(a.last == 0);",
                "a.last = 3; memcpy(&b, &a, sizeof a); assert(b.last == 3);",
                "a.last = 3; void *to = &b, *from = &a; memcpy(to, from, sizeof a); assert(b.last == 3);",
                "a.last = 3; b = more(a); assert(b.last == 4);",
                "memset(a.text, 'x', sizeof a.text - 1); assert(strlen(a.text) == 299);",
                "memset(a.text, 'x', 99); strcpy(b.text, a.text); assert(strcmp(a.text, b.text) == 0 && b.text[98] =="
                        + " 'x');",
                "char own[4096]; memset(own, 7, sizeof own); assert(own[4095] == 7);",
                "char *own = calloc(50, 2); assert(own[99] == 0); free(own);",
                "char *own = strdup(\"a text of some length\"); assert(own[20] == 'h'); free(own);",
                "a.first[39] = 1; memmove(a.first, a.first + 1, 39 * sizeof(int)); assert(a.first[38] == 1);",
                "a.text[99] = 1; assert(memcmp(a.text, b.text, 99) == 0 && memcmp(a.text, b.text, 100) > 0);",
                "char own[40]; sprintf(own, \"%d %s\", -1234, \"and words\"); assert(own[14] == 's');",
                "char own[40]; unsigned n = __VERIFIER_nondet_uint(); if (n > 40) n = 40; memset(own, 1, n);"
                        + " assert(n == 0 || own[n - 1] == 1);",
            })
    void aBoundOfOneCutsNothing(String statements) throws IOException {
        allSay(
                "holds",
                engines("int main(void) { " + statements + " return 0; }", 1, Property.ASSERTION, Property.MEMORY));
    }

    @Test
    void threadsStartBehindThem() throws IOException {
        String text = """
            static void *worker(void *unused) { b.last++; return unused; }
            int main(void) {
                pthread_t s, t;
                memset(&b, 0, sizeof b);
                pthread_create(&s, 0, worker, 0);
                pthread_create(&t, 0, worker, 0);
                pthread_join(s, 0);
                pthread_join(t, 0);
                assert(b.last == 2);
                return 0;
            }
            """;
        allSay("assertion at line " + (LINE + 8), engines(text, 1, Property.ASSERTION));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memset(a.text, 0, sizeof a);",
                "memset(small, 0, 5);",
                "memcpy(small, &a, __VERIFIER_nondet_uint() % 6);",
                "strcpy(small, \"four\");",
                "free(small); wipe(small, 1);",
                "memset(small, 'x', 4); unread = (int)strlen(small);",
                "sprintf(small, \"%d\", 1234);",
                "memmove(small + 1, small, 4);",
            })
    void errorsAreAtTheCall(String statement) throws IOException {
        String text = "int main(void) { char *small = malloc(4); int unread;\n" + statement + "\nreturn 0; }";
        int line = statement.contains("wipe") ? LINE - 1 : LINE + 1;
        allSay("memory at line " + line, engines(text, 1, Property.MEMORY));
    }

    /** The objects that a pointer may point to bound how far the operations go. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "char *p; if (__VERIFIER_nondet_uint()) p = many; memset(p, 1, 8);",
                "unsigned long n = (unsigned long) many; char *p = __VERIFIER_nondet_uint() ? few : (char *) n;"
                        + " memset(p, 1, 8);",
                "char *p = few, *q = many; memcpy(&p, &q, sizeof p); memset(p, 1, 8);",
                "char *p = few, *q = many; for (int i = 0; i < 8; i++) ((char *) &p)[i] = ((char *) &q)[i];"
                        + " memset(p, 1, 8);",
                "char **p = malloc(2 * sizeof *p); p[0] = few; p[__VERIFIER_nondet_uint() % 2] = many; memset(p[1], 1,"
                        + " 8);",
                "struct { char few[2], many[8]; } s; memset(s.few, 1, 10); many[7] = s.many[7];",
            })
    void theyWalkToTheEndOfWhatIsThere(String statements) throws IOException {
        String text =
                "static char few[2], many[8];\nint main(void) { " + statements + "\nassert(many[7] != 1); return 0; }";
        allSay("assertion at line " + (LINE + 2), engines(text, 9, Property.ASSERTION));
    }

    /** A pointer that was never set points to nothing, so that its first access ends the run. */
    @Test
    void nothingComesBehindAWalkThatCannotEndWell() throws IOException {
        String text = "static char few[2];\nint main(void) { char *p; if (__VERIFIER_nondet_uint()) p = few;"
                + " memset(p, 1, 8); assert(0); return 0; }";
        allSay("holds", engines(text, 1, Property.ASSERTION));
        allSay("memory at line " + (LINE + 1), engines(text, 1, Property.MEMORY));
    }

    @Test
    void othersSeeThemHalfDone() throws IOException {
        var wrong = new ArrayList<String>();
        for (String change : new String[] {"b = a;", "memcpy(&b, &a, sizeof b);", "memset(&b, 1, sizeof b);"}) {
            String text = """
                static void *worker(void *unused) { %s return unused; }
                int main(void) {
                    pthread_t t;
                    a.first[0] = a.last = 0x01010101;
                    pthread_create(&t, 0, worker, 0);
                    int first = b.first[0], last = b.last;
                    assert(!(first == 0x01010101 && last == 0));
                    return 0;
                }
                """.formatted(change);
            var engines = engines(text, 1, Property.ASSERTION);
            String expected = "assertion at line " + (LINE + 6);
            for (Verdict verdict : new Verdict[] {engines.explicitly(), engines.by(CheckEngine.ORDER)}) {
                String said = Asking.word(verdict);
                if (!said.equals(expected)) wrong.add(change + " " + said);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void racesAreAtTheCall() throws IOException {
        String text = """
            static void *worker(void *unused) { a.text[7] = 1; return unused; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                strcpy(a.text, "longer");
                memset(a.text, 0, 9);
                return 0;
            }
            """;
        var engines = engines(text, 1, Property.DATA_RACE);
        for (Verdict verdict : new Verdict[] {engines.explicitly(), engines.by(CheckEngine.ORDER)}) {
            assertThat(Asking.word(verdict)).isIn("data-race at line " + LINE, "data-race at line " + (LINE + 5));
        }
    }

    @Test
    void onlyTheUsersLoopsAreListed() throws IOException {
        String text = """
            int main(void) {
                memset(a.text, 1, 299);
                for (int i = 0; i < 3; i++) a.first[i] = (int)strlen(a.text);
                b = more(a);
                for (int i = 0; i < 3; i++) memcpy(&a, &b, sizeof a);
                return 0;
            }
            """;
        var program = Asking.program(folder, HEAD + text);
        assertThat(CutPoints.of(program)).extracting(CutPoint::name).containsExactly("main.1", "main.2");
    }
}
