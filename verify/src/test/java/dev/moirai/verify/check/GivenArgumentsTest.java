package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that are started in a loop may all get the same argument; proofs know it only where that is so. */
class GivenArgumentsTest {
    private static final String PRELUDE = """
        #include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        struct account { pthread_mutex_t lock; unsigned paid, booked; };
        """;

    @TempDir
    Path folder;

    @Test
    void aStructThatAllThreadsGetIsProvedByDefault() throws IOException {
        assertThat(ask("""
            static void *pay(void *given) {
                struct account *a = given;
                for (;;) {
                    pthread_mutex_lock(&a->lock);
                    a->paid++;
                    a->booked++;
                    assert(a->paid == a->booked);
                    pthread_mutex_unlock(&a->lock);
                }
                return 0;
            }
            int main(void) {
                pthread_t t[2];
                struct account *a = malloc(sizeof *a);
                pthread_mutex_init(&a->lock, 0);
                a->paid = a->booked = 0;
                for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, pay, a);
                for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
                return 0;
            }
            """, Duration.ofSeconds(60))).isInstanceOf(Verdict.Holds.class);
    }

    /** Each of them fails, as {@code y} is counted too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, &x);"
                        + "for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, &y);",
                "start(&x); start(&y);",
                "for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, i ? &y : &x);",
                "int *p = &x; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, count, p); p = &y; }",
                "void *(*f)(void *) = count; f(&y); for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, &x);",
                "pthread_create(&t, 0, starter, 0); for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, &x);",
                "for (int i = 0; i < 2; i++) pthread_create(&t, 0, starter, 0);"
            })
    void whatOnlySomeThreadsGetIsNot(String starts) throws IOException {
        String text = """
            int x, y;
            static void *count(void *given) { (*(int *)given)++; return 0; }
            static void start(int *given) {
                pthread_t t;
                for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, given);
            }
            static void *starter(void *unused) { start(&y); return 0; }
            int main(void) {
                pthread_t t;
                STARTS
                assert(y == 0);
                return 0;
            }
            """.replace("STARTS", starts);
        assertThat(ask(text, Duration.ofSeconds(2))).isNotInstanceOf(Verdict.Holds.class);
    }

    private Verdict ask(String text, Duration patience) throws IOException {
        var program = Asking.program(folder, PRELUDE + text);
        return new Asking(program, Property.defaults(), SearchBounds.GROWING, patience).by(CheckEngine.MODULAR);
    }
}
