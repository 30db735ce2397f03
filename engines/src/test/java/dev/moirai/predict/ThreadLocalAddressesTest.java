package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In another order a thread may reach the same element of its thread-local array by another value. */
class ThreadLocalAddressesTest {
    @TempDir
    Path folder;

    @Test
    void theElementCountsAndNotTheValueThatLeadsToIt() throws IOException {
        assertThat(races("at & 1").confirmed()).hasSize(1);
        assertThat(races("at & 1").undecided()).isEmpty();
        assertThat(races("at / 2").confirmed()).isEmpty();
    }

    /** In the trace the index is computed from 2; whoever races has read 0. */
    private ReorderedRun races(String index) throws IOException {
        return ReorderedRun.of(folder, Property.DATA_RACE, """
            #include <pthread.h>
            #include <stdatomic.h>
            static _Thread_local int own[2];
            static atomic_int at;
            static int plain;
            static void *one(void *p) { plain = 1; at = 2; return p; }
            static void *other(void *p) { own[INDEX] = 5; return (void *)(long)plain; }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, one, 0);
                pthread_create(&b, 0, other, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                return 0;
            }
            """.replace("INDEX", index));
    }
}
