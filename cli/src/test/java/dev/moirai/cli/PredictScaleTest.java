package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces with more candidates than can be decided: the answer says what was left out. */
class PredictScaleTest {
    @TempDir
    Path folder;

    private static final String CYCLE = """
        #include <pthread.h>
        #include <semaphore.h>
        pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
        sem_t ready;
        void *first(void *unused) {
            for (int i = 0; i < 50; i++) {
                if (i == ROUND) sem_post(&ready);
                pthread_mutex_lock(&a);
                pthread_mutex_lock(&b);
                pthread_mutex_unlock(&b);
                pthread_mutex_unlock(&a);
            }
            if (ROUND == 50) sem_post(&ready);
            return 0;
        }
        void *second(void *unused) {
            sem_wait(&ready);
            pthread_mutex_lock(&b);
            pthread_mutex_lock(&a);
            pthread_mutex_unlock(&a);
            pthread_mutex_unlock(&b);
            return 0;
        }
        int main(void) {
            pthread_t s, t;
            sem_init(&ready, 0, 0);
            pthread_create(&s, 0, first, 0);
            pthread_create(&t, 0, second, 0);
            pthread_join(s, 0);
            pthread_join(t, 0);
            return 0;
        }
        """;

    /** The semaphore lets the second thread start only before the last round. */
    @Test
    void aCycleOfTheLastRoundIsFound() throws IOException {
        var result = predict(CYCLE, "-DROUND=49");
        assertThat(result.out()).contains("VERDICT: VIOLATED deadlock");
    }

    /** There is no deadlock, but not every round is asked about. */
    @Test
    void roundsThatWereNotAskedAboutAreNotTakenForHarmless() throws IOException {
        var result = predict(CYCLE, "-DROUND=50");
        assertThat(result.out()).contains("only some of many such steps were asked about");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void manyThreadsDoNotOutlastTheLimit() throws IOException {
        long began = System.nanoTime();
        var result = predict("""
            #include <pthread.h>
            int x, y;
            void raise(void) { x = x + 1; y = y + 1; x = y; }
            void *worker(void *unused) { raise(); return 0; }
            int main(void) {
                for (int i = 0; i < 3000; i++) {
                    pthread_t thread;
                    pthread_create(&thread, 0, worker, 0);
                }
                return 0;
            }
            """, "--property", "data-race,atomicity", "--transactions", "functions", "--time", "4s");
        assertThat(result.out()).contains("data-race at", "atomicity at", "candidates): time limit of 4.0 s reached");
        assertThat(result.exitCode())
                .as("violated, or on a slow machine unknown")
                .isIn(1, 3);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    private Shell predict(String program, String... options) throws IOException {
        Path file = folder.resolve("program.c");
        Files.writeString(file, program);
        var words = new String[options.length + 2];
        words[0] = "predict";
        words[1] = file.toString();
        System.arraycopy(options, 0, words, 2, options.length);
        return moirai(words);
    }
}
