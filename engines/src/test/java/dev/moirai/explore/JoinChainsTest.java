package dev.moirai.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins that do not wait for the end of a thread, though they did when they began. */
class JoinChainsTest {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <pthread.h>
        int x;
        pthread_t t, u;
        static void *detaching(void *a) { pthread_detach(pthread_self()); x = 1; return 0; }
        static void *plain(void *a) { x = 1; return 0; }
        static void *detachingAnother(void *a) { pthread_detach(t); return 0; }
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pthread_create(&t, 0, detaching, 0); pthread_join(t, 0); assert(x);",
                "pthread_create(&t, 0, plain, 0); pthread_create(&u, 0, detachingAnother, 0); pthread_join(t, 0);"
                        + " assert(x);",
                "pthread_create(&t, 0, detaching, 0); pthread_create(&u, 0, plain, 0); if (pthread_join(t, 0)) x = 2;"
                        + " pthread_join(u, 0); assert(x != 2);",
            })
    void aThreadThatIsDetachedIsNotWaitedFor(String main) {
        for (Reduction reduction : Reduction.values()) {
            Program program = CPrograms.of(folder, PROLOGUE + "int main(void) { " + main + " return 0; }");
            Exploration found =
                    ExplorerTest.explore(program, Set.of(Property.ASSERTION), ExploreOptions.DEFAULT.with(reduction));
            assertThat(found.verdict()).as("%s", reduction).isInstanceOf(Verdict.Violated.class);
        }
    }

    /** What main does between two joins is not only its own business if a variable ends there. */
    @Test
    void aVariableThatOthersUseEndsBetweenTwoJoins() {
        for (Reduction reduction : Reduction.values()) {
            Program program = CPrograms.of(folder, """
                #include <pthread.h>
                static void *nothing(void *a) { return 0; }
                static void *writes(void *a) { int *p = a; *p = 1; *p = 2; return 0; }
                static pthread_t begin(void) {
                    int own;
                    pthread_t first, second;
                    pthread_create(&first, 0, nothing, 0);
                    pthread_create(&second, 0, writes, &own);
                    pthread_join(first, 0);
                    return second;
                }
                int main(void) { pthread_t second = begin(); pthread_join(second, 0); return 0; }
                """);
            Exploration found =
                    ExplorerTest.explore(program, Set.of(Property.MEMORY), ExploreOptions.DEFAULT.with(reduction));
            assertThat(found.verdict()).as("%s", reduction).isInstanceOf(Verdict.Violated.class);
        }
    }
}
