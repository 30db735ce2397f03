package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers of more than 64 bits, computed gotos and assembly, by every engine of {@code check}. */
class WideNumbersTest {
    @TempDir
    Path folder;

    private Asking asking(String text) throws IOException {
        return new Asking(folder, text, Property.defaults(), SearchBounds.of(new Bounds(3, 3)));
    }

    private static final String TWO_WRITERS = """
        #include <pthread.h>
        #include <assert.h>
        unsigned __int128 n; long double d;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *writer(void *given) {
            %1$spthread_mutex_lock(&m);
            n += (unsigned __int128) 1 << 64 | 1;
            d += 0.5L;
            %1$spthread_mutex_unlock(&m);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, writer, 0);
            writer(0);
            pthread_join(t, 0);
            assert(n >> 64 == 2 && (unsigned long) n == 2 && d == 1);
            return 0;
        }
        """;

    @Test
    void sumsOfTwoThreads() throws IOException {
        asking(TWO_WRITERS.formatted("//")).allSay("assertion at line 17");
        Asking held = asking(TWO_WRITERS.formatted(""));
        assertThat(Asking.word(held.explicitly())).isEqualTo("holds");
        assertThat(Asking.word(held.by(CheckEngine.ORDER))).isEqualTo("holds");
    }

    /** A number is read and written as two words: others may see one half of it new and one old. */
    @Test
    void halvesAreSeen() throws IOException {
        asking("""
            #include <pthread.h>
            #include <assert.h>
            __int128 n;
            void *writer(void *given) { n = -1; return 0; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, writer, 0);
                __int128 seen = n;
                assert(seen == 0 || seen == -1);
                return 0;
            }
            """).allSay("assertion at line 9");
    }

    @Test
    void divisionByZeroIsTheUsers() throws IOException {
        asking("""
            int main(int argc, char **argv) {
                __int128 zero = 0, one = 1;
                __int128 fine = zero ? one / zero : 0;
                return (int) (fine + one / zero);
            }
            """).allSay("division at line 4");
    }

    @Test
    void gotoToAChosenLabel() throws IOException {
        String program = """
            #include <assert.h>
            extern int __VERIFIER_nondet_int(void);
            int main(void) {
                void *to[] = {&&a, &&b, %s};
                int which = __VERIFIER_nondet_int(), seen = 0;
                if (which < 0 || which > 2) return 0;
                goto *to[which];
            a: seen++;
            b: seen++;
                assert(seen == 2 - which);
                return 0;
            }
            """;
        asking(program.formatted("(void *) 0")).allSay("memory at line 7");
        asking(program.formatted("&&b")).allSay("assertion at line 10");
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPLICIT", "LAZY", "ORDER"})
    void assemblyIsUnknownWhereItIsReached(CheckEngine engine) throws IOException {
        String program = """
            extern _Bool __VERIFIER_nondet_bool(void);
            int main(void) {
                long r = 0;
                if (%s) __asm__ volatile("syscall" : "=a"(r) : "a"(39) : "memory");
                return 0;
            }
            """;
        assertThat(Asking.line(
                        asking(program.formatted("__VERIFIER_nondet_bool()")).by(engine)))
                .contains("UNKNOWN", "inline assembly: syscall at p.c:4");
        assertThat(Asking.word(asking(program.formatted("r")).by(engine))).isEqualTo("holds");
    }

    @Test
    void theMachineMayAnswerAnything() throws IOException {
        asking("""
            #include <assert.h>
            int main(void) {
                unsigned a = 1, d = 0;
                __asm__("cpuid" : "+a"(a), "=d"(d) : : "ebx", "ecx");
                assert(d != 4711);
                return 0;
            }
            """).allSay("assertion at line 5");
    }
}
