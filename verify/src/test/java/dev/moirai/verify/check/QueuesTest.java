package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.ir.Passes;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that wait for bytes: all engines know it, and who waits in vain is told where the user's code does. */
class QueuesTest {
    @TempDir
    Path folder;

    private Asking asking(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), text);
        var program = new Passes(Preparation.passes()).run(CFrontend.translate(file, COptions.DEFAULT));
        return new Asking(program, Property.defaults(), SearchBounds.GROWING);
    }

    private static final String PIPE = """
        #include <assert.h>
        #include <poll.h>
        #include <pthread.h>
        #include <unistd.h>
        static int ends[2], go;
        static void *writer(void *given) {
            %s
            write(ends[1], "x", 1);
            return given;
        }
        int main(void) {
            pthread_t thread;
            char c = 0;
            pipe(ends);
            pthread_create(&thread, 0, writer, 0);
            %s
            assert(c == 'x' || c == 0);
            pthread_join(thread, 0);
            return 0;
        }
        """;

    private static final String READ = "assert(read(ends[0], &c, 1) == 1);";
    private static final String POLL = "struct pollfd p = {ends[0], POLLIN, 0}; poll(&p, 1, -1);";

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Asking asking = asking(PIPE.formatted("", READ));
        assertThat(Asking.word(asking.explicitly())).isEqualTo("holds");
        assertThat(Asking.word(asking.by(CheckEngine.ORDER))).isEqualTo("holds");
    }

    @Test
    void whoWaitsInVainIsToldWhereTheUserWaits() throws IOException {
        String maybe = "if (!go) return given;";
        for (String wait : new String[] {READ, POLL}) {
            Asking asking = asking(PIPE.formatted(maybe, wait));
            Verdict verdict = asking.explicitly();
            assertThat(Asking.word(verdict)).isEqualTo("deadlock at line 16");
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Verdict.Violated.class,
                            violated -> assertThat(violated.violation().places().getFirst())
                                    .satisfies(place -> {
                                        assertThat(place.span().file()).endsWith("p.c");
                                        assertThat(place.function()).isEqualTo("main");
                                    }));
        }
        assertThat(Asking.word(asking(PIPE.formatted(maybe, READ)).by(CheckEngine.ORDER)))
                .isEqualTo("deadlock at line 16");
    }
}
