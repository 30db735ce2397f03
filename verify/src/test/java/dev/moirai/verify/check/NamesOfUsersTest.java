package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels may have any name; engines that put functions and threads together invent names that no program has. */
class NamesOfUsersTest {
    @TempDir
    Path folder;

    private Asking asking(String text) throws IOException {
        return new Asking(folder, text, Set.of(Property.ASSERTION), SearchBounds.GROWING);
    }

    /** Whoever takes the label for the function's end runs its code after {@code return 1}, or none at all. */
    @ParameterizedTest
    @ValueSource(strings = {"end", "after", "on", "at", "then", "run", "here", "moirai_end", "main"})
    void labelsOfFunctions(String label) throws IOException {
        String text = """
            #include <assert.h>
            int g = 1;
            int f(int k) { if (k == 1) return 1; if (k == 7) goto LABEL; g = 3; return 2; LABEL: g = g + 4; return 3; }
            _Bool __VERIFIER_nondet_bool(void);
            int main(void) { int k = __VERIFIER_nondet_bool() ? 7 : __VERIFIER_nondet_bool(); int r = f(k); assert(WHAT); return 0; }
            """.replace("LABEL", label);
        asking(text.replace("WHAT", "r != 1 || g != 1")).allSay("assertion at line 5");
        asking(text.replace("WHAT", "r != 3 || g != 5")).allSay("assertion at line 5");
        asking(text.replace("WHAT", "(r == 1 && g == 1) || (r == 2 && g == 3) || (r == 3 && g == 5)"))
                .allSay("holds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "after", "on", "at", "then", "run", "here"})
    void labelsOfThreads(String label) throws IOException {
        String text = """
            #include <assert.h>
            #include <pthread.h>
            int g = 1;
            _Bool __VERIFIER_nondet_bool(void);
            void *t(void *a) { int k = __VERIFIER_nondet_bool(); if (k) goto LABEL; return a; LABEL: g = g + 1; return a; }
            int main(void) {
                pthread_t p;
                pthread_create(&p, 0, t, 0);
                if (__VERIFIER_nondet_bool()) goto LABEL;
                pthread_join(p, 0);
                assert(WHAT);
                return 0;
                LABEL: assert(g > 0);
                return 1;
            }
            """.replace("LABEL", label);
        asking(text.replace("WHAT", "g != 1")).allSay("assertion at line 11");
        asking(text.replace("WHAT", "g != 2")).allSay("assertion at line 11");
        asking(text.replace("WHAT", "g == 1 || g == 2")).allSay("holds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "after"})
    void proofsKnowLabelsToo(String label) throws IOException {
        String text = """
            #include <assert.h>
            #include <pthread.h>
            int g = 1;
            int f(int k) { if (k) return 1; if (k == 7) goto LABEL; g = 3; return 2; LABEL: g = 0; return 3; }
            _Bool __VERIFIER_nondet_bool(void);
            int main(void) { f(__VERIFIER_nondet_bool()); assert(g != 1); return 0; }
            """.replace("LABEL", label);
        assertThat(Asking.word(asking(text).by(CheckEngine.MODULAR))).isNotEqualTo("holds");
    }
}
