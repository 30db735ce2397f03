package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts that may fail in another order: unless the program looks at the result at once, nothing is refuted for good. */
class AttemptsTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <errno.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <time.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
        static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
        static pthread_spinlock_t spin;
        static sem_t s;
        static struct timespec soon;
        static int x, seen;
        static int enter(void) { return pthread_mutex_trylock(&m) == 0; }
        """;
    private static final String MAIN = """
        int main(void) {
            pthread_t a, b;
            sem_init(&s, 0, 1); pthread_spin_init(&spin, 0);
            pthread_create(&a, 0, one, 0);
            pthread_create(&b, 0, other, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private Predicted predict(Property property, String one, String other) throws IOException {
        String threads = "static void *one(void *p) { " + one + " return 0; }\nstatic void *other(void *p) {\n" + other
                + "\nreturn 0; }\n";
        return Predicted.of(folder, property, HEAD + threads + MAIN);
    }

    private void isOpen(Property property, String one, String other, String name) throws IOException {
        Predicted predicted = predict(property, one, other);
        assertThat(predicted.confirmed()).as(one + " | " + other).isEmpty();
        assertThat(predicted.undecided())
                .as(one + " | " + other)
                .singleElement()
                .asString()
                .startsWith(property.word() + ": the attempt to take " + name + " at ")
                .contains("p.c:15 may come out otherwise");
    }

    private void isRefuted(Property property, String one, String other) throws IOException {
        Predicted predicted = predict(property, one, other);
        assertThat(predicted.confirmed()).as(one + " | " + other).isEmpty();
        assertThat(predicted.undecided()).as(one + " | " + other).isEmpty();
    }

    @Test
    void resultsNobodyLooksAt() throws IOException {
        isOpen(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);",
                "m");
        isOpen(
                Property.DATA_RACE,
                "pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_tryrdlock(&rw); seen = x; pthread_rwlock_unlock(&rw);",
                "rw");
        isOpen(
                Property.DATA_RACE,
                "pthread_rwlock_rdlock(&rw); seen = x; pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_trywrlock(&rw); x++; pthread_rwlock_unlock(&rw);",
                "rw");
        isOpen(
                Property.DATA_RACE,
                "pthread_spin_lock(&spin); x++; pthread_spin_unlock(&spin);",
                "pthread_spin_trylock(&spin); x++; pthread_spin_unlock(&spin);",
                "spin");
        isOpen(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "pthread_mutex_timedlock(&m, &soon); x++; pthread_mutex_unlock(&m);",
                "m");
    }

    @Test
    void resultsThatAreLookedAtTooLate() throws IOException {
        isOpen(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "int r = pthread_mutex_trylock(&m); x++; if (r == 0) pthread_mutex_unlock(&m);",
                "m");
        isOpen(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "if (pthread_mutex_trylock(&m) > 100) return 0; x++; pthread_mutex_unlock(&m);",
                "m");
    }

    @Test
    void locksGivenBackThatWereNotTaken() throws IOException {
        isOpen(
                Property.LOCK_MISUSE,
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                "pthread_mutex_trylock(&m); pthread_mutex_unlock(&m);",
                "m");
    }

    @Test
    void assertionsAboutTheResult() throws IOException {
        String holder = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
        String asserting = "assert(pthread_mutex_trylock(&m) == 0); x++; pthread_mutex_unlock(&m);";
        isOpen(Property.ASSERTION, holder, asserting, "m");
        isRefuted(Property.DATA_RACE, holder, asserting);
    }

    @Test
    void branchesHoldTheResult() throws IOException {
        String holder = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
        for (String attempt : new String[] {
            "if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }",
            "if (pthread_mutex_trylock(&m) == EBUSY) return 0; x++; pthread_mutex_unlock(&m);",
            "int r = pthread_mutex_trylock(&m); if (!r) { x++; pthread_mutex_unlock(&m); }",
            "while (pthread_mutex_trylock(&m)) { } x++; pthread_mutex_unlock(&m);",
            "if (enter()) { x++; pthread_mutex_unlock(&m); }",
            "if (pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT) return 0; x++; pthread_mutex_unlock(&m);"
        }) {
            isRefuted(Property.DATA_RACE, holder, attempt);
            isRefuted(Property.LOCK_MISUSE, holder, attempt);
        }
    }

    @Test
    void nobodyMayBeInTheWay() throws IOException {
        isRefuted(
                Property.DATA_RACE,
                "pthread_mutex_lock(&gate); x++; pthread_mutex_unlock(&gate);",
                "pthread_mutex_lock(&gate); pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);"
                        + " pthread_mutex_unlock(&gate);");
        isRefuted(
                Property.DATA_RACE,
                "pthread_mutex_lock(&gate); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                        + " pthread_mutex_unlock(&gate);",
                "pthread_mutex_lock(&gate); pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);"
                        + " pthread_mutex_unlock(&gate);");
        isRefuted(
                Property.LOCK_MISUSE,
                "pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_tryrdlock(&rw); pthread_rwlock_unlock(&rw);");
    }

    @Test
    void semaphores() throws IOException {
        isOpen(Property.DATA_RACE, "sem_wait(&s); x++; sem_post(&s);", "sem_trywait(&s); x++; sem_post(&s);", "s");
        isRefuted(
                Property.DATA_RACE,
                "sem_wait(&s); x++; sem_post(&s);",
                "if (sem_trywait(&s) == 0) { x++; sem_post(&s); }");
    }
}
