package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same question gets the same answer, byte for byte, in virtual machines that assign identity hashes in different
 * ways: no output depends on the order of hash tables.
 */
class DeterminismTest {
    private static final String BYTES = """
        #include <assert.h>
        #include <pthread.h>
        #include <string.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static unsigned at, seen[2];
        static int done;
        static void *note(void *p) {
            pthread_mutex_lock(&m);
            seen[at] = 1;
            at = at + 1;
            pthread_mutex_unlock(&m);
            done++;
            return 0;
        }
        int main(void) {
            pthread_t a, b;
            ((unsigned char *)&at)[2] = 0;
            pthread_create(&a, 0, note, 0);
            pthread_create(&b, 0, note, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(done == 2);
            return 0;
        }
        """;
    private static final String TANGLE = """
        #include <pthread.h>
        #include <semaphore.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        static sem_t s, t;
        static int ready, sum;
        static void *one(void *p) {
            sem_wait(&s); sem_wait(&t); sum++; sem_post(&t); sem_post(&s);
            pthread_mutex_lock(&m);
            if (!ready) pthread_cond_wait(&c, &m);
            pthread_mutex_unlock(&m);
            return 0;
        }
        static void *other(void *p) {
            sem_wait(&t); sem_wait(&s); sum++; sem_post(&s); sem_post(&t);
            ready = 1;
            pthread_cond_signal(&c);
            return 0;
        }
        int main(void) {
            pthread_t a, b;
            sem_init(&s, 0, 1);
            sem_init(&t, 0, 1);
            pthread_create(&a, 0, one, 0);
            pthread_create(&b, 0, other, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("bytes.c"), BYTES);
        Files.writeString(folder.resolve("tangle.c"), TANGLE);
    }

    @Test
    void theSameWhateverTheHashes() throws IOException, InterruptedException {
        String first = ask("5");
        assertThat(first).contains("> record ", "> predict ", "> check ", "> run ", "> livelock ", "> terminates ");
        assertThat(first).contains("VERDICT: VIOLATED deadlock", "VERDICT: VIOLATED data-race");
        // The ways to assign hashes: at random, by address, all equal, in sequence.
        for (String hashes : List.of("5", "0", "1", "2", "3")) {
            assertThat(ask(hashes)).as("hashes of sort %s", hashes).isEqualTo(first);
        }
    }

    /** Runs {@link AskAll} in a virtual machine of its own. */
    private String ask(String hashes) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xss16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=" + hashes));
        String natives = System.getProperty("moirai.natives");
        if (natives != null) command.add("-Dmoirai.natives=" + natives);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                AskAll.class.getName(),
                Path.of("..", "examples").toString(),
                folder.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
