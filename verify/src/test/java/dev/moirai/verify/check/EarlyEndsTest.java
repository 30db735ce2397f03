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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that are cancelled and functions that are left by a jump, by every engine of {@code check}. */
class EarlyEndsTest {
    @TempDir
    Path folder;

    private Asking asking(String text) throws IOException {
        return new Asking(folder, text, Property.defaults(), SearchBounds.of(new Bounds(2, 2)));
    }

    private static final String WAITER = """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        void clean(void *given) { %s }
        void *waiter(void *given) {
            pthread_mutex_lock(&m);
            pthread_cleanup_push(clean, 0);
            pthread_cond_wait(&c, &m);
            pthread_cleanup_pop(1);
            return 0;
        }
        int main(void) {
            pthread_t t;
            void *result = &t;
            pthread_create(&t, 0, waiter, 0);
            %s(t);
            pthread_join(t, &result);
            pthread_mutex_lock(&m);
            assert(%s);
            return 0;
        }
        """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        pthread_mutex_unlock(&m); | pthread_cancel | result == 0                          | assertion at line 20
        pthread_mutex_unlock(&m); | (void)         | result == 0                          | deadlock at line 9
                                  | pthread_cancel | 1                                    | deadlock at line 19
        """)
    void aThreadThatWaits(String handler, String cancel, String claim, String answer) throws IOException {
        String unlock = handler == null ? "" : handler;
        asking(WAITER.formatted(unlock, cancel, claim)).allSay(answer);
    }

    @Test
    void aThreadThatWaitsEnds() throws IOException {
        String program = WAITER.formatted(
                "pthread_mutex_unlock(&m);", "pthread_cancel", "result == 0 || result == PTHREAD_CANCELED");
        assertThat(Asking.word(asking(program).explicitly())).isEqualTo("holds");
        assertThat(Asking.line(asking(program).by(CheckEngine.ORDER))).contains("HOLDS");
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPLICIT", "LAZY", "ORDER"})
    void whatARequestCannotEndIsNamed(CheckEngine engine) throws IOException {
        String program = """
            #include <pthread.h>
            #include <semaphore.h>
            sem_t s;
            void *waiter(void *given) { sem_wait(&s); return 0; }
            int main(void) {
                pthread_t t;
                sem_init(&s, 0, 0);
                pthread_create(&t, 0, waiter, 0);
                pthread_cancel(t);
                pthread_join(t, 0);
                return 0;
            }
            """;
        assertThat(Asking.line(asking(program).by(engine)))
                .contains("UNKNOWN", "pthread_cancel of a thread that waits for a semaphore", "p.c:9");
    }

    private static final String JUMPER = """
        #include <assert.h>
        #include <pthread.h>
        #include <setjmp.h>
        int x;
        _Thread_local jmp_buf point;
        static void leap(int value) { if (x) longjmp(point, value); }
        static int marked(void) { return setjmp(point); }
        void *jumper(void *given) {
            int seen = %s;
            if (seen == 0) leap(0);
            assert(seen == 0 %s);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, jumper, 0);
            x = 1;
            jumper(0);
            pthread_join(t, 0);
            return 0;
        }
        """;

    @Test
    void aJumpReturnsTwice() throws IOException {
        String held = JUMPER.formatted("setjmp(point)", "|| seen == 1");
        new Asking(folder, held, Property.defaults(), SearchBounds.GROWING).allSay("holds");
        asking(JUMPER.formatted("setjmp(point)", "")).allSay("assertion at line 11");
    }

    @Test
    void aJumpToAFrameThatIsGone() throws IOException {
        asking(JUMPER.formatted("marked()", "|| seen == 1")).allSay("memory at line 6");
    }
}
