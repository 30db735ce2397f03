package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proofs that every division has a result; and programs in which one has none, which have no proof. */
class DivisionProofsTest {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <limits.h>
        #include <pthread.h>
        extern int __VERIFIER_nondet_int(void);
        extern unsigned __VERIFIER_nondet_uint(void);
        extern void __VERIFIER_assume(int);
        int x = 1, y, z;
        pthread_t t, u;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        """;

    private enum Case {
        BEHIND_A_LOCK("""
            static void *w(void *a) { pthread_mutex_lock(&m); x = 0; x = 5; pthread_mutex_unlock(&m); return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); pthread_mutex_lock(&m); y = 9 / x; pthread_mutex_unlock(&m); }
            """, true),
        WITHOUT_THE_LOCK("""
            static void *w(void *a) { pthread_mutex_lock(&m); x = 0; x = 5; pthread_mutex_unlock(&m); return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); y = 9 / x; }
            """, false),
        OF_ANY_NUMBER_OF_THREADS("""
            static void *w(void *a) { for (;;) { pthread_mutex_lock(&m); if (x < 100) x = x + 1; z = 7 % x; pthread_mutex_unlock(&m); } }
            int main(void) { for (;;) pthread_create(&t, 0, w, 0); }
            """, true),
        A_REMAINDER_BY_ZERO("""
            static void *w(void *a) { x = 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); z = 7 % x; }
            """, false),
        THE_LEAST_NUMBER_BY_MINUS_ONE("""
            static void *w(void *a) { y = INT_MIN; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); z = y / -x; }
            """, false),
        THE_LEAST_NUMBER_BY_A_CONSTANT("""
            static void *w(void *a) { y = INT_MIN; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); z = y / -1; }
            """, false),
        A_REMAINDER_OF_THE_LEAST_NUMBER("""
            static void *w(void *a) { y = INT_MIN; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); z = y % -1; }
            """, false),
        WITHOUT_A_SIGN("""
            static void *w(void *a) { y = INT_MIN; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); z = (unsigned)y / -1u; }
            """, true),
        WRAPPED_TO_ZERO("""
            static void *w(void *a) { unsigned char c = 255; c++; y = 1 / c; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }
            """, false),
        WHOSE_RESULT_NOBODY_READS("""
            static void *w(void *a) { x = 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); int unused = 1 / x; (void)unused; }
            """, false),
        EVALUATED_ONLY_IF_IT_HAS_A_RESULT("""
            static void *w(void *a) { int own = x; y = own ? 10 / own : 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); x = 0; }
            """, true),
        TESTED_BEFORE_ANOTHER_CHANGES_IT("""
            static void *w(void *a) { y = x ? 10 / x : 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); x = 0; }
            """, false),
        BEHIND_AN_ASSUMPTION("""
            static void *w(void *a) { x = __VERIFIER_nondet_int(); return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); int own = x; __VERIFIER_assume(own > 0); y = INT_MIN / own; }
            """, true),
        BEHIND_AN_ASSERTION_THAT_NOBODY_ASKS_ABOUT("""
            static void *w(void *a) { x = 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); int own = x; assert(own == 1); y = 1 / own; }
            """, true),
        BEFORE_AN_ASSERTION_THAT_FAILS("""
            static void *w(void *a) { x = 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); y = 1 / x; assert(0); }
            """, false),
        IN_AN_INDEX("""
            int cells[3];
            static void *w(void *a) { x = 0; return 0; }
            int main(void) { pthread_create(&t, 0, w, 0); cells[2 % x] = 1; }
            """, false);

        private final String text;
        private final boolean holds;

        Case(String text, boolean holds) {
            this.text = text;
            this.holds = holds;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void isProvedIfItHolds(Case one) throws IOException {
        var asking = new Asking(
                Asking.program(folder, PROLOGUE + one.text),
                Set.of(Property.DIVISION),
                SearchBounds.GROWING,
                Duration.ofSeconds(one.holds ? 60 : 2));
        if (!one.holds) assertThat(asking.explicitly()).isInstanceOf(Verdict.Violated.class);
        Verdict modular = asking.by(CheckEngine.MODULAR);
        if (one.holds) assertThat(modular).isInstanceOf(Verdict.Holds.class);
        else assertThat(modular).isNotInstanceOf(Verdict.Holds.class);
    }
}
