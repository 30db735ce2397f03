package dev.moirai.verify.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @TempDir
    Path folder;

    private int unwinding(Limit limit, String main) {
        var text = """
            #include <pthread.h>
            static int threads = 40, sum;
            static void *work(void *p) { sum++; return p; }
            int main(void) { pthread_t t; %s }
            """.formatted(main);
        var program = Preparation.prepare(CPrograms.of(folder, text));
        return new Rehearsal(new BoundedQuestion(program, Property.defaults(), SearchBounds.GROWING), limit)
                .unwinding(4);
    }

    @Test
    void isThePowerOfTwoThatCoversTheLongestLoop() {
        String start = "for (int i = 0; i < threads; i++) pthread_create(&t, 0, work, 0);";
        assertThat(unwinding(Limit.none(), start)).isEqualTo(64);
        assertThat(unwinding(Limit.none(), "for (int i = 0; i < 3; i++) " + start)).isEqualTo(64);
    }

    @Test
    void isTheLeastForLoopsThatAreShortOrVeryLong() {
        assertThat(unwinding(Limit.none(), "for (int i = 0; i < 3; i++) sum++;")).isEqualTo(4);
        assertThat(unwinding(Limit.none(), "for (int i = 0; i < 300; i++) sum++;")).isEqualTo(4);
        assertThat(unwinding(Limit.none(), "for (;;) sum = 0;")).isEqualTo(4);
        assertThat(unwinding(Limit.of(Duration.ZERO), "for (int i = 0; i < threads; i++) sum++;"))
                .isEqualTo(4);
    }
}
