package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.predict.PredictionAgainstAllOrders.Source;
import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attempts to take something that come out otherwise in another order, while the thread goes on: what it then does without
 * the lock, or with it. Every case is also put to the enumeration of all orders.
 */
class AttemptsTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <errno.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <time.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER, again, checked;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
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
            pthread_mutexattr_t kind;
            pthread_mutexattr_init(&kind);
            pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&again, &kind);
            pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&checked, &kind);
            sem_init(&s, 0, 1); pthread_spin_init(&spin, 0);
            pthread_create(&a, 0, one, 0);
            pthread_create(&b, 0, other, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private ReorderedRun predict(Property property, String one, String other) throws IOException {
        return ReorderedRun.of(folder, property, HEAD + threads(one, other) + MAIN);
    }

    private static String threads(String one, String other) {
        return "static void *one(void *p) { " + one + " return 0; }\nstatic void *other(void *p) {\n" + other
                + "\nreturn 0; }\n";
    }

    /** Prediction and the enumeration agree on all properties; of this one, prediction shows violations at these lines. */
    private void isShown(Property property, String one, String other, String... lines) throws IOException {
        ReorderedRun predicted = predict(property, one, other);
        assertThat(predicted.confirmed()).as(one + " | " + other).containsExactlyInAnyOrder(lines);
        assertThat(predicted.undecided()).as(one + " | " + other).isEmpty();
        var all = PredictionAgainstAllOrders.compare(Source.plain(HEAD + threads(one, other) + MAIN), 0, folder);
        assertThat(all.skipped()).isFalse();
        assertThat(all.predicted()).as(one + " | " + other).isEqualTo(all.enumerated());
        assertThat(all.undecided()).as(one + " | " + other).isEmpty();
    }

    private void isRefuted(Property property, String one, String other) throws IOException {
        isShown(property, one, other);
    }

    @Test
    void resultsNobodyLooksAt() throws IOException {
        isShown(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);",
                "14 16");
        isShown(
                Property.DATA_RACE,
                "pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_tryrdlock(&rw); seen = x; pthread_rwlock_unlock(&rw);",
                "14 16");
        isShown(
                Property.DATA_RACE,
                "pthread_rwlock_rdlock(&rw); seen = x; pthread_rwlock_unlock(&rw);",
                "pthread_rwlock_trywrlock(&rw); x++; pthread_rwlock_unlock(&rw);",
                "14 16");
        isShown(
                Property.DATA_RACE,
                "pthread_spin_lock(&spin); x++; pthread_spin_unlock(&spin);",
                "pthread_spin_trylock(&spin); x++; pthread_spin_unlock(&spin);",
                "14 16");
        isShown(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "pthread_mutex_timedlock(&m, &soon); x++; pthread_mutex_unlock(&m);",
                "14 16");
    }

    @Test
    void resultsThatAreLookedAtLater() throws IOException {
        isShown(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "int r = pthread_mutex_trylock(&m); x++; if (r == 0) pthread_mutex_unlock(&m);",
                "14 16");
        isShown(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "if (pthread_mutex_trylock(&m) > 100) return 0; x++; pthread_mutex_unlock(&m);",
                "14 16");
        // What is done under the lock where the answer says so is safe, whatever was done before.
        isRefuted(
                Property.DATA_RACE,
                "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
                "int r = pthread_mutex_trylock(&m); seen = 1; if (r == 0) { x++; pthread_mutex_unlock(&m); }");
    }

    @Test
    void locksGivenBackThatWereNotTaken() throws IOException {
        isShown(
                Property.LOCK_MISUSE,
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                "pthread_mutex_trylock(&m); pthread_mutex_unlock(&m);",
                "16");
        isRefuted(
                Property.LOCK_MISUSE,
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                "int r = pthread_mutex_trylock(&m); seen = 1; if (r == 0) pthread_mutex_unlock(&m);");
    }

    @Test
    void whoNeverGivesBackKeepsOthersOut() throws IOException {
        isShown(
                Property.DEADLOCK,
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                "pthread_mutex_trylock(&m); x++;",
                "14");
        isRefuted(
                Property.DEADLOCK,
                "pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);");
    }

    @Test
    void assertionsAboutTheResult() throws IOException {
        String holder = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
        String asserting = "assert(pthread_mutex_trylock(&m) == 0); x++; pthread_mutex_unlock(&m);";
        isShown(Property.ASSERTION, holder, asserting, "16");
        isRefuted(Property.DATA_RACE, holder, asserting);
        isShown(
                Property.ASSERTION,
                holder,
                "seen = pthread_mutex_timedlock(&m, &soon); assert(seen != ETIMEDOUT);",
                "16");
        // Who holds the lock because its attempt succeeded, and has left its way, is in the way of others too.
        isShown(
                Property.ASSERTION,
                "if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }",
                asserting,
                "16");
    }

    @Test
    void locksThatKnowTheirHolder() throws IOException {
        isShown(
                Property.ASSERTION,
                "pthread_mutex_lock(&checked); pthread_mutex_unlock(&checked);",
                "pthread_mutex_trylock(&checked); seen = pthread_mutex_unlock(&checked); assert(seen == 0);",
                "16");
        isRefuted(
                Property.LOCK_MISUSE,
                "pthread_mutex_lock(&checked); pthread_mutex_unlock(&checked);",
                "pthread_mutex_trylock(&checked); pthread_mutex_unlock(&checked);");
        isShown(
                Property.ASSERTION,
                "pthread_mutex_lock(&again); x++; pthread_mutex_unlock(&again);",
                "pthread_mutex_trylock(&again); pthread_mutex_lock(&again); assert(x < 2);"
                        + " pthread_mutex_unlock(&again); seen = pthread_mutex_unlock(&again); assert(seen == 0);",
                "16");
    }

    @Test
    void waitsWithALimit() throws IOException {
        String told = "pthread_mutex_lock(&m); pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
        String wait = "pthread_mutex_lock(&m); seen = pthread_cond_timedwait(&c, &m, &soon); pthread_mutex_unlock(&m);";
        // Where the recorded wait gives up, a signal may end it in another order.
        int shown = 0;
        for (long seed = 0; seed < 8; seed++) {
            String text = HEAD + threads(told, wait + " assert(seen != 0);") + MAIN;
            var all = PredictionAgainstAllOrders.compare(Source.plain(text), seed, folder);
            assertThat(all.predicted()).as("seed " + seed).isEqualTo(all.enumerated());
            assertThat(all.undecided()).as("seed " + seed).isEmpty();
            if (all.predicted().stream().anyMatch(each -> each.startsWith("assertion"))) shown++;
        }
        assertThat(shown).isPositive();
        isRefuted(Property.ASSERTION, told, wait + " assert(seen != EBUSY);");
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
        isShown(Property.DATA_RACE, "sem_wait(&s); x++; sem_post(&s);", "sem_trywait(&s); x++; sem_post(&s);", "14 16");
        isShown(
                Property.ASSERTION,
                "if (sem_trywait(&s) == 0) sem_post(&s);",
                "int level; sem_getvalue(&s, &level); assert(level == 1);",
                "16");
        isRefuted(
                Property.DATA_RACE,
                "sem_wait(&s); x++; sem_post(&s);",
                "if (sem_trywait(&s) == 0) { x++; sem_post(&s); }");
    }
}
