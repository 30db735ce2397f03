package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that are touched now alone, now with others, are the same memory for every filter and every formula. */
class MixedSizesTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdatomic.h>
        #include <string.h>
        """;
    private static final String BOTH = """
        int main(void) {
            pthread_t a, b;
            BEGIN
            pthread_create(&a, 0, one, 0);
            pthread_create(&b, 0, other, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            END
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private ReorderedRun predict(Property property, String threads, String begin, String end) throws IOException {
        String main = BOTH.replace("BEGIN", begin).replace("END", end);
        return ReorderedRun.of(folder, property, HEAD + threads + main);
    }

    private static final String INDEXED = """
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static unsigned at, seen[2]; static int done;
        static void *one(void *p) {
            pthread_mutex_lock(&m); seen[at] = 1; at = at + 1; pthread_mutex_unlock(&m);
            done = done + 1;
            return 0;
        }
        static void *other(void *p) { return one(p); }
        """;

    /** To come to the race, a thread needs the index it had, which is put together from bytes. */
    @Test
    void anIndexWrittenByteByByte() throws IOException {
        for (int i = 0; i < 4; i++) {
            String begin = "((unsigned char *)&at)[" + i + "] = 0;";
            var predicted = predict(Property.DATA_RACE, INDEXED, begin, "");
            assertThat(predicted.confirmed()).as("byte %d", i).containsExactly("9");
            assertThat(predicted.undecided()).isEmpty();
        }
        assertThat(predict(Property.DATA_RACE, INDEXED, "memset(&at, 0, sizeof at);", "")
                        .confirmed())
                .containsExactly("9");
    }

    /** A byte of a word races with the word, whichever byte it is. */
    @Test
    void aWordAndItsLastByte() throws IOException {
        var predicted = predict(Property.DATA_RACE, """
            static unsigned word;
            static void *one(void *p) { word = 1; return 0; }
            static void *other(void *p) { ((char *)&word)[3] = 1; return 0; }
            """, "", "");
        assertThat(predicted.confirmed()).containsExactly("7 8");
    }

    /** What is raised by an atomic operation carries from byte to byte, so it is no counter of bytes. */
    @Test
    void anAtomicSumThatCarries() throws IOException {
        String threads = """
            static atomic_uint sum = 0xff;
            static void *one(void *p) { atomic_fetch_add(&sum, 1); return 0; }
            static void *other(void *p) { assert(((volatile unsigned char *)&sum)[1] == 0); return 0; }
            """;
        // The second byte is 1 when the first has carried, and only then.
        assertThat(predict(Property.ASSERTION, threads.replace("== 0", "== 1"), "", "")
                        .confirmed())
                .containsExactly("8");
        assertThat(predict(Property.ASSERTION, threads.replace("== 0", "< 2"), "", "")
                        .confirmed())
                .isEmpty();
    }

    /** A constant put down as a word counts for each of its bytes with its own part. */
    @Test
    void aCounterOfBytesBegunAsAWord() throws IOException {
        String threads = """
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static unsigned word;
            static void *one(void *p) {
                pthread_mutex_lock(&m); ((unsigned char *)&word)[1]++; pthread_mutex_unlock(&m);
                return 0;
            }
            static void *other(void *p) {
                pthread_mutex_lock(&m); unsigned char c = ((unsigned char *)&word)[1]; pthread_mutex_unlock(&m);
                assert(c == 0x13);
                return 0;
            }
            """;
        assertThat(predict(Property.ASSERTION, threads, "word = 0x1234;", "").confirmed())
                .containsExactly("13");
        assertThat(predict(
                                Property.ASSERTION,
                                threads.replace("c == 0x13", "c == 0x12 || c == 0x13"),
                                "word = 0x1234;",
                                "")
                        .confirmed())
                .isEmpty();
    }

    /** A semaphore in a struct that was cleared first is a semaphore all the same. */
    @Test
    void aSemaphoreClearedByteByByte() throws IOException {
        String threads = """
            static struct { short tag; sem_t sem; } s; static int data;
            static void *one(void *p) { data = 1; sem_post(&s.sem); return 0; }
            static void *other(void *p) { sem_wait(&s.sem); data = 2; return 0; }
            """;
        var ordered = predict(Property.DATA_RACE, threads, "memset(&s, 0, sizeof s); sem_init(&s.sem, 0, 0);", "");
        assertThat(ordered.confirmed()).isEmpty();
        assertThat(ordered.undecided()).isEmpty();
        var open = predict(Property.DATA_RACE, threads, "memset(&s, 0, sizeof s); sem_init(&s.sem, 0, 1);", "");
        assertThat(open.confirmed()).containsExactly("7 8");
    }

    /** A thread-local variable lies elsewhere in each thread: its address is what it was. */
    @Test
    void theAddressOfAThreadLocal() throws IOException {
        var predicted = predict(Property.DATA_RACE, """
            static _Thread_local int mine; static int *_Atomic shown;
            static void *one(void *p) { int *at = shown; if (at) *at = 1; return 0; }
            static void *other(void *p) { int *at = shown; if (at) *at = 2; return 0; }
            """, "shown = &mine;", "");
        assertThat(predicted.confirmed()).containsExactly("7 8");
    }

    /** A struct copied whole is written field by field for those who read fields. */
    @Test
    void aStructCopiedWhole() throws IOException {
        String threads = """
            struct pair { short a; char b, c; } from = {1, 2, 3}, to;
            static void *one(void *p) { to = from; return 0; }
            static void *other(void *p) { char c = to.c; assert(c == 0); return 0; }
            """;
        assertThat(predict(Property.ASSERTION, threads.replace("c == 0", "c == 3"), "", "")
                        .confirmed())
                .containsExactly("8");
        assertThat(predict(Property.DATA_RACE, threads.replace("c == 0", "c == 3"), "", "")
                        .confirmed())
                .containsExactly("7 8");
    }
}
