package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deadlocks of every kind: whatever threads wait for, a state in which none can move is found, and no other. */
class StuckStatesTest {
    private static final String HEAD = """
        #include <pthread.h>
        #include <sched.h>
        #include <semaphore.h>
        #include <time.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
        static pthread_spinlock_t spin;
        static pthread_barrier_t meeting;
        static sem_t s, t;
        static int ready;
        """;
    private static final String MAIN = """
        int main(void) {
            pthread_t a, b;
            sem_init(&s, 0, 1); sem_init(&t, 0, 1); pthread_spin_init(&spin, 0); pthread_barrier_init(&meeting, 0, 2);
            pthread_create(&a, 0, one, 0);
            pthread_create(&b, 0, other, 0);
            MIDDLE
            pthread_join(a, 0); pthread_join(b, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private ReorderedRun predict(String one, String other, String middle) throws IOException {
        String threads = "static void *one(void *p) { " + one + " return 0; }\n" + "static void *other(void *p) { "
                + other + " return 0; }\n";
        return ReorderedRun.of(folder, Property.DEADLOCK, HEAD + threads + MAIN.replace("MIDDLE", middle));
    }

    private void isStuck(String one, String other, String middle) throws IOException {
        ReorderedRun predicted = predict(one, other, middle);
        assertThat(predicted.confirmed()).as(one + " | " + other).isNotEmpty();
        assertThat(predicted.undecided()).isEmpty();
    }

    private void goesOn(String one, String other, String middle) throws IOException {
        ReorderedRun predicted = predict(one, other, middle);
        assertThat(predicted.confirmed()).as(one + " | " + other).isEmpty();
        assertThat(predicted.undecided()).as(one + " | " + other).isEmpty();
    }

    @Test
    void semaphores() throws IOException {
        String st = "sem_wait(&s); sem_wait(&t); sem_post(&t); sem_post(&s);";
        String ts = "sem_wait(&t); sem_wait(&s); sem_post(&s); sem_post(&t);";
        isStuck(st, ts, "");
        goesOn(st, st, "");
        goesOn(st, "sem_wait(&t); if (sem_trywait(&s) == 0) sem_post(&s); sem_post(&t);", "");
        isStuck(
                st,
                "pthread_mutex_lock(&m); sem_wait(&s); sem_post(&s); pthread_mutex_unlock(&m);",
                "sem_wait(&t); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); sem_post(&t);");
    }

    @Test
    void signals() throws IOException {
        String waits = "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);";
        // The flag is raised between its test and the wait.
        isStuck(waits, "ready = 1; pthread_cond_signal(&c);", "");
        isStuck(waits, "ready = 1; pthread_cond_broadcast(&c);", "");
        String orderly = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
        goesOn(waits, orderly, "");
        isStuck("pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);", orderly, "");
        // A wait that gives up after a time is not stuck.
        goesOn(
                "struct timespec at = {0, 0}; pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &at);"
                        + " pthread_mutex_unlock(&m);",
                "pthread_cond_signal(&c);",
                "");
    }

    /** Two wait and one is woken, who wakes the other or does not; which of them, nobody knows. */
    @Test
    void whoIsWoken() throws IOException {
        String waits =
                "pthread_mutex_lock(&m); sem_post(&t); pthread_cond_wait(&c, &m); PASS pthread_mutex_unlock(&m);";
        String wakes = "for (int i = 0; i < 3; i++) sem_wait(&t);"
                + " pthread_mutex_lock(&m); pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
        String passing = waits.replace("PASS", "pthread_cond_signal(&c);");
        isStuck(waits.replace("PASS", ""), passing, wakes);
        goesOn(passing, passing, wakes);
    }

    @Test
    void barriers() throws IOException {
        String meets = "pthread_barrier_wait(&meeting);";
        goesOn(meets, meets, "");
        // Three meet where two are enough, and main waits for the first two only.
        String text = HEAD + "static void *meet(void *p) { " + meets + " return 0; }\n"
                + "int main(void) { pthread_t h[3]; pthread_barrier_init(&meeting, 0, 2);"
                + " for (int i = 0; i < 3; i++) pthread_create(&h[i], 0, meet, 0);"
                + " pthread_join(h[0], 0); pthread_join(h[1], 0); return 0; }\n";
        assertThat(ReorderedRun.of(folder, Property.DEADLOCK, text).confirmed()).isNotEmpty();
        // One comes to the barrier with a semaphore that the other needs first.
        isStuck("sem_wait(&s); sem_post(&s); " + meets, "sem_wait(&s); " + meets + " sem_post(&s);", "");
    }

    @Test
    void joins() throws IOException {
        // The second thread waits for the third while it holds what that one wants.
        String text = HEAD + """
            static void *locks(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
            static void *joins(void *p) {
                pthread_t h;
                pthread_create(&h, 0, locks, 0);
                sem_wait(&s);
                pthread_mutex_lock(&m);
                pthread_join(h, 0);
                pthread_mutex_unlock(&m);
                return 0;
            }
            static void *posts(void *p) { sem_post(&s); return 0; }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, joins, 0); pthread_create(&b, 0, posts, 0);
                pthread_join(a, 0); pthread_join(b, 0);
                return 0;
            }
            """;
        ReorderedRun predicted = ReorderedRun.of(folder, Property.DEADLOCK, text);
        assertThat(predicted.confirmed()).containsExactly("12");
        String early = text.replace(
                "pthread_mutex_lock(&m);\n    pthread_join(h, 0);", "pthread_join(h, 0); pthread_mutex_lock(&m);");
        assertThat(early).isNotEqualTo(text);
        assertThat(ReorderedRun.of(folder, Property.DEADLOCK, early).confirmed())
                .isEmpty();
    }

    @Test
    void locksOfOtherKinds() throws IOException {
        isStuck(
                "pthread_rwlock_rdlock(&rw); pthread_spin_lock(&spin); pthread_spin_unlock(&spin);"
                        + " pthread_rwlock_unlock(&rw);",
                "pthread_spin_lock(&spin); pthread_rwlock_wrlock(&rw);"
                        + " pthread_rwlock_unlock(&rw); pthread_spin_unlock(&spin);",
                "");
        goesOn(
                "pthread_rwlock_rdlock(&rw); pthread_spin_lock(&spin); pthread_spin_unlock(&spin);"
                        + " pthread_rwlock_unlock(&rw);",
                "pthread_spin_lock(&spin); pthread_rwlock_rdlock(&rw);"
                        + " pthread_rwlock_unlock(&rw); pthread_spin_unlock(&spin);",
                "");
        // Nobody gives it back.
        isStuck("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", "");
        goesOn(
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                "struct timespec at = {0, 0}; if (pthread_mutex_timedlock(&m, &at) == 0) pthread_mutex_unlock(&m);",
                "");
    }
}
