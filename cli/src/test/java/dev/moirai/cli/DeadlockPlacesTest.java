package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deadlock is reported at its cause, not where main waits for the threads in it. */
class DeadlockPlacesTest {
    @TempDir
    Path folder;

    /** A program in which {@code text} begins on line 4. */
    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("stuck.c"), """
            #include <pthread.h>
            #include <semaphore.h>
            static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;
            """ + text).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"explicit", "lazy", "order", "auto"})
    void aCycleOfLocks(String engine) throws IOException {
        String file = file("""
            static void *painter(void *unused) {
                pthread_mutex_lock(&red);
                pthread_mutex_lock(&blue);
                pthread_mutex_unlock(&blue);
                pthread_mutex_unlock(&red);
                return unused;
            }
            static void *printer(void *unused) {
                pthread_mutex_lock(&blue);
                pthread_mutex_lock(&red);
                pthread_mutex_unlock(&red);
                pthread_mutex_unlock(&blue);
                return unused;
            }
            int main(void) {
                pthread_t one, two;
                pthread_create(&one, 0, painter, 0);
                pthread_create(&two, 0, printer, 0);
                pthread_join(one, 0);
                pthread_join(two, 0);
                return 0;
            }
            """);
        var result = moirai("check", file, "--engine", engine, "--unwind", "1");
        if (engine.equals("explicit")) result = moirai("check", file, "--engine", engine);
        assertThat(result.lastLine()).isEqualTo("VERDICT: VIOLATED deadlock at " + file + ":6 (thread painter)");
        assertThat(result.out().replaceAll("[│\\s]+", " "))
                .contains("stuck.c:6 pthread_mutex_lock(&blue); waits for mutex blue, held by printer")
                .contains("stuck.c:13 pthread_mutex_lock(&red); waits for mutex red, held by painter")
                .contains("stuck.c:22 pthread_join(one, 0); waits for thread painter to end")
                .contains("✗ deadlock: painter, printer and main wait for ever");
    }

    @Test
    void jsonHasTheOthersAsRelatedPlaces() throws IOException {
        String file = file("""
            static sem_t gate;
            static void *guard(void *unused) { sem_wait(&gate); return unused; }
            int main(void) {
                pthread_t one;
                sem_init(&gate, 0, 0);
                pthread_create(&one, 0, guard, 0);
                pthread_join(one, 0);
                return 0;
            }
            """);
        var result = moirai("check", file, "--json");
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains(
                        "\"line\": 5, \"column\": 36, \"function\": \"guard\", \"thread\": \"guard\", \"related\": [ {"
                                + " \"file\": \""
                                + file
                                + "\", \"line\": 10, \"column\": 5, \"function\": \"main\", \"thread\": \"main\","
                                + " \"message\": \"waits for thread guard to end\" } ]");
    }

    /** Main joins a thread that waits for main's lock: the join is part of the cycle, but the lock is the first place. */
    @Test
    void aJoinInsideACycleIsNotItsFirstPlace() throws IOException {
        String file = file("""
            static void *late(void *unused) { pthread_mutex_lock(&red); return unused; }
            int main(void) {
                pthread_t one;
                pthread_mutex_lock(&red);
                pthread_create(&one, 0, late, 0);
                pthread_join(one, 0);
                return 0;
            }
            """);
        assertThat(moirai("check", file).lastLine())
                .isEqualTo("VERDICT: VIOLATED deadlock at " + file + ":4 (thread late)");
        assertThat(moirai("run", file).lastLine())
                .isEqualTo("VERDICT: VIOLATED deadlock at " + file + ":4 (thread late)");
    }

    @Test
    void itsWitnessReplays() throws IOException {
        String file = file("""
            static void *twice(void *unused) {
                pthread_mutex_lock(&red);
                pthread_mutex_lock(&red);
                return unused;
            }
            int main(void) { pthread_t one; pthread_create(&one, 0, twice, 0); pthread_join(one, 0); return 0; }
            """);
        Path witness = folder.resolve("w.json");
        assertThat(moirai("check", file, "--witness", witness.toString()).lastLine())
                .isEqualTo("VERDICT: VIOLATED deadlock at " + file + ":6 (thread twice)");
        assertThat(moirai("replay", witness.toString()).lastLine())
                .isEqualTo("VERDICT: VIOLATED deadlock at " + file + ":6 (thread twice)");
        // Older versions named the place where main joins.
        String old = Files.readString(witness).replaceFirst("(?s)(\"kind\".*?\"line\": )6", "$19");
        Files.writeString(witness, old);
        assertThat(moirai("replay", witness.toString()).exitCode()).isEqualTo(1);
    }
}
