package dev.moirai.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in which it is easy to overlook what a thread might have done. */
class LearningSearchTest {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdlib.h>
        #include <stdatomic.h>
        extern _Bool __VERIFIER_nondet_bool(void);
        void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void __VERIFIER_assume(int);
        int x, y, table[16];
        atomic_int a;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, locks[16];
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        """;

    @TempDir
    Path folder;

    private Program program(String one, String two) {
        return CPrograms.of(
                folder,
                PROLOGUE + "void *one(void *p) { " + one + " return 0; }\n"
                        + "void *two(void *p) { " + two + " return 0; }\n"
                        + "int main(void) { pthread_t t, u; pthread_create(&t, 0, one,"
                        + " 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0);"
                        + " pthread_join(u, 0); return 0; }");
    }

    private static Verdict learned(Program program, Set<Property> watched) {
        return Explorer.learn(new Machine(program, MachineOptions.DEFAULT.watching(watched)), ExploreOptions.DEFAULT)
                .verdict();
    }

    private static String word(Verdict verdict) {
        return verdict instanceof Verdict.Violated(var violation, var _)
                ? violation.property().word()
                : verdict.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Locks in any order.
                "lock(&m); lock(&n); unlock(&n); unlock(&m); | lock(&n); lock(&m); unlock(&m); unlock(&n);",
                // Who comes second finds the lock taken, or waits for it, which nobody has seen if it always comes
                // second.
                "lock(&m); while (!y) a = 1; unlock(&m); | a = 2; lock(&m); y = 1; unlock(&m);",
                "lock(&m); while (!y) a = 1; unlock(&m); assert(!x); | lock(&m); y = 1; x = 1; unlock(&m);",
                "assert(!pthread_mutex_trylock(&m)); unlock(&m); | lock(&m); unlock(&m);",
                "if (pthread_mutex_trylock(&m)) x = 1; | lock(&m); assert(!x); unlock(&m);",
                // A signal nobody waits for; one of two who wait; all of them.
                "lock(&m); pthread_cond_wait(&c, &m); unlock(&m); | pthread_cond_signal(&c);",
                "lock(&m); while (!x) pthread_cond_wait(&c, &m); unlock(&m); | x = 1; pthread_cond_signal(&c);",
                "lock(&m); while (!x) pthread_cond_wait(&c, &m); unlock(&m); |"
                        + " lock(&m); x = 1; pthread_cond_broadcast(&c); unlock(&m);",
                "lock(&m); pthread_cond_wait(&c, &m); unlock(&m); assert(x); |"
                        + " lock(&m); x = 1; pthread_cond_broadcast(&c); unlock(&m);",
                // The lock is used against its rules, or made anew.
                "lock(&m); x = 1; assert(x); x = 0; unlock(&m); | unlock(&m); lock(&m); x = 0; unlock(&m);",
                "lock(&m); x = 1; assert(x); x = 0; unlock(&m); | pthread_mutex_init(&m, 0); lock(&m); x = 0;",
                // What is free decides what is touched.
                "table[__VERIFIER_nondet_bool()] = 1; | assert(!table[0]); assert(!table[1]);",
                "int *q = &table[x]; *q = 1; | x = 3; assert(!table[3]); assert(!table[3]);",
                // Sections that wait to begin.
                "__VERIFIER_atomic_begin(); __VERIFIER_assume(x == 1); y = 1; __VERIFIER_atomic_end(); |"
                        + " x = 1; x = 2; assert(!y);",
                "__VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end(); | assert(x == y);",
                "__VERIFIER_atomic_begin(); pthread_t t; pthread_create(&t, 0, three, &x); pthread_join(t, 0);"
                        + " __VERIFIER_atomic_end(); | y = 1;",
                "__VERIFIER_atomic_begin(); lock(&m); y = 1; unlock(&m); __VERIFIER_atomic_end(); | lock(&m); y = 2;"
                        + " unlock(&m);",
                "pthread_t t; pthread_create(&t, 0, three, &x); __VERIFIER_atomic_begin(); pthread_join(t, 0);"
                        + " __VERIFIER_atomic_end(); | y = 1;",
                // Variables, heap objects and threads that end.
                "int own = 0; pthread_t t; pthread_create(&t, 0, three, &own); | x = 1;",
                "int *q = malloc(4); *q = 0; pthread_t t; pthread_create(&t, 0, three, q); free(q); | x = 1;",
                "pthread_t t; pthread_create(&t, 0, three, &y); pthread_join(t, 0); assert(y == 1); | y = 2;",
                "pthread_detach(pthread_self()); x = 1; | assert(!x); exit(0);",
            })
    void agreesWithTheSearchWithoutReduction(String one, String two) {
        String three = "static void *three(void *p) { *(int *)p = 1; return 0; }\n";
        Program program = CPrograms.of(
                folder,
                PROLOGUE + three
                        + "void *one(void *p) { " + locking(one) + " return 0; }\n"
                        + "void *two(void *p) { " + locking(two) + " return 0; }\n"
                        + "int main(void) { pthread_t t, u;"
                        + " pthread_create(&t, 0, one, 0); pthread_create(&u,"
                        + " 0, two, 0); pthread_join(t, 0); pthread_join(u,"
                        + " 0); return 0; }");
        for (Property property : Property.defaults()) {
            Verdict plain = ExplorerTest.explore(
                            program,
                            Set.of(property),
                            ExploreOptions.DEFAULT.with(Reduction.NONE).withStates(50_000))
                    .verdict();
            assertThat(word(learned(program, Set.of(property))))
                    .as("%s", property)
                    .isEqualTo(word(plain));
            assertThat(word(ExplorerTest.explore(program, Set.of(property), ExploreOptions.DEFAULT)
                            .verdict()))
                    .as("%s, explicit", property)
                    .isEqualTo(word(plain));
        }
    }

    private static String locking(String body) {
        return body.replace(" lock(", " pthread_mutex_lock(")
                .replace(" unlock(", " pthread_mutex_unlock(")
                .replaceFirst("^lock\\(", "pthread_mutex_lock(")
                .replaceFirst("^unlock\\(", "pthread_mutex_unlock(");
    }

    /** The indexer of Flanagan and Godefroid with eight threads: buckets are only known when it runs. */
    @Test
    void threadsInDifferentBucketsAreIndependent() {
        Program program = CPrograms.of(folder, PROLOGUE + """
            static void *insert(void *p) {
                int h = (int)(long)p * 2 % 14;
                while (1) {
                    pthread_mutex_lock(&locks[h]);
                    int taken = table[h] == 0;
                    if (taken) table[h] = (int)(long)p + 1;
                    pthread_mutex_unlock(&locks[h]);
                    if (taken) return 0;
                    h = (h + 1) % 16;
                }
            }
            int main(void) {
                pthread_t t[8];
                for (int i = 0; i < 16; i++) pthread_mutex_init(&locks[i], 0);
                for (long i = 0; i < 8; i++) pthread_create(&t[i], 0, insert, (void *)i);
                for (int i = 0; i < 8; i++) pthread_join(t[i], 0);
                return 0;
            }
            """);
        var machine = new Machine(program, MachineOptions.DEFAULT);
        Exploration found = Explorer.learn(machine, ExploreOptions.DEFAULT.withStates(20_000));
        assertThat(found.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(found.statistics().states()).isLessThan(500);
        assertThat(Explorer.explore(machine, ExploreOptions.DEFAULT.withStates(3000))
                        .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    /** Two lock orders that meet only in one schedule of three threads. */
    @Test
    void aDeadlockThatFewOrdersReachIsFound() {
        Program program = program(
                "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m);"
                        + " if (y) pthread_mutex_lock(&n); pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&n); if (x) { y = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }"
                        + " pthread_mutex_unlock(&n);");
        assertThat(word(learned(program, EnumSet.of(Property.DEADLOCK)))).isEqualTo("deadlock");
    }
}
