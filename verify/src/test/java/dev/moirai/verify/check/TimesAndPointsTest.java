package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The times that waits are given, and the calls in which a request to end comes through. */
class TimesAndPointsTest {
    private static final String WAITS = """
        #include <errno.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <time.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
        static sem_t s;
        static struct timespec at;
        static void *setter(void *given) {
            at.tv_nsec = 5;
            return given;
        }
        int main(void) {
            pthread_t thread;
            sem_init(&s, 0, 0);
            pthread_mutex_lock(&m);
            pthread_create(&thread, 0, setter, 0);
            %s;
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private Asking asking(Set<Property> properties, String text) throws IOException {
        return new Asking(folder, text, properties, SearchBounds.GROWING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pthread_cond_timedwait(&c, &m, %s)",
                "pthread_mutex_timedlock(&m, %s)",
                "pthread_rwlock_timedrdlock(&l, %s)",
                "sem_timedwait(&s, %s)",
                "nanosleep(%s, 0)",
            })
    void theTimeIsRead(String call) throws IOException {
        asking(Set.of(Property.MEMORY), WAITS.formatted(call.formatted("0"))).allSay("memory at line 19");
        assertThat(Asking.word(asking(Set.of(Property.DATA_RACE), WAITS.formatted(call.formatted("&at")))
                        .by(CheckEngine.ORDER)))
                .startsWith("data-race at line ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "holds               | open(\"/dev/null\", O_RDONLY)",
                "holds               | write(1, \"\", 0)",
                "assertion at line 16 | umask(0)",
            })
    void aRequestComesThroughInCallsOfTheSystem(String expected, String call) throws IOException {
        Asking asking = asking(Property.defaults(), """
            #include <assert.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <sys/stat.h>
            #include <unistd.h>
            static void *worker(void *given) {
                pthread_cancel(pthread_self());
                %s;
                return given;
            }
            int main(void) {
                pthread_t thread;
                void *result;
                pthread_create(&thread, 0, worker, 0);
                pthread_join(thread, &result);
                assert(result == PTHREAD_CANCELED);
                return 0;
            }
            """.formatted(call));
        assertThat(Asking.word(asking.explicitly())).isEqualTo(expected);
    }

    /** Not by the engines that unwind: they unwind handlers in handlers in vain. */
    @Test
    void whatAHandlerRaisesComesWhenItHasReturned() throws IOException {
        Asking asking = asking(Property.defaults(), """
            #include <assert.h>
            #include <signal.h>
            static volatile int n;
            static void handler(int number) { n++; if (n < 3) raise(number); }
            int main(void) { signal(SIGUSR1, handler); raise(SIGUSR1); assert(n == 3); return 0; }
            """);
        assertThat(Asking.word(asking.explicitly())).isEqualTo("holds");
    }
}
