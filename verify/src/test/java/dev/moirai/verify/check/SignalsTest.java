package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.Environs;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals from outside come only where they are asked for, as often as asked for, to threads that do not block them. */
class SignalsTest {
    @TempDir
    Path folder;

    private Asking asking(int signals, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), text);
        COptions plain = COptions.DEFAULT;
        var outside =
                new Environs(List.of(), Optional.empty(), List.of(), OptionalInt.empty(), Environs.Clock.FREE, signals);
        var options = new COptions(
                plain.model(),
                plain.flags(),
                plain.assumePure(),
                plain.library().with(outside),
                plain.arguments());
        Program program = new Passes(Preparation.passes()).run(CFrontend.translate(file, options));
        return new Asking(program, Property.defaults(), SearchBounds.GROWING);
    }

    private static String explicitly(Asking asking) {
        return Asking.word(asking.explicitly());
    }

    private static final String COUNTED = """
        #include <assert.h>
        #include <pthread.h>
        #include <signal.h>
        static volatile int x, caught;
        static void handler(int number) { x = 2; caught++; }
        static void *writer(void *given) {
            %s
            x = 1;
            assert(x == 1);
            return 0;
        }
        int main(void) {
            pthread_t t;
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, SIGINT);
            signal(SIGINT, handler);
            %s
            pthread_create(&t, 0, writer, 0);
            pthread_join(t, 0);
            assert(caught < 2);
            return 0;
        }
        """;

    @Test
    void theyComeWhereTheyAreAskedFor() throws IOException {
        String program = COUNTED.formatted("", "");
        assertThat(explicitly(asking(0, program))).isEqualTo("holds");
        assertThat(explicitly(asking(1, program))).isEqualTo("assertion at line 9");
        assertThat(Asking.word(asking(0, program).by(CheckEngine.ORDER))).isEqualTo("holds");
        assertThat(Asking.word(asking(1, program).by(CheckEngine.ORDER))).isEqualTo("assertion at line 9");
    }

    @Test
    void notToThreadsThatBlockThem() throws IOException {
        String blocking = "pthread_sigmask(SIG_BLOCK, &set, 0);";
        assertThat(explicitly(asking(1, COUNTED.formatted("", blocking)))).isEqualTo("holds");
        String unblocking = "sigset_t set; sigfillset(&set); pthread_sigmask(SIG_UNBLOCK, &set, 0);";
        assertThat(explicitly(asking(1, COUNTED.formatted(unblocking, blocking))))
                .isEqualTo("assertion at line 9");
    }

    @Test
    void asOftenAsAskedFor() throws IOException {
        String program = COUNTED.formatted("return 0;", "");
        assertThat(explicitly(asking(1, program))).isEqualTo("holds");
        assertThat(explicitly(asking(2, program))).isEqualTo("assertion at line 21");
    }

    @Test
    void severalMayComeAtOnePlaceAndBeforeTheEnd() throws IOException {
        String program = """
            #include <assert.h>
            #include <signal.h>
            static volatile int caught, done;
            static void handler(int number) { caught++; assert(caught < 3); assert(!done); }
            int main(void) {
                signal(SIGINT, handler);
                done = %s;
                return 0;
            }
            """;
        assertThat(explicitly(asking(2, program.formatted("0")))).isEqualTo("holds");
        assertThat(explicitly(asking(3, program.formatted("0")))).isEqualTo("assertion at line 4");
        assertThat(explicitly(asking(1, program.formatted("1")))).isEqualTo("assertion at line 4");
    }

    @Test
    void aThreadThatWaitsForThemTakesThem() throws IOException {
        String program = """
            #include <assert.h>
            #include <signal.h>
            int main(void) {
                sigset_t set;
                int number;
                sigemptyset(&set);
                sigaddset(&set, SIGTERM);
                sigprocmask(SIG_BLOCK, &set, 0);
                sigwait(&set, &number);
                assert(number != SIGTERM);
                return 0;
            }
            """;
        assertThat(explicitly(asking(0, program))).isEqualTo("holds");
        assertThat(explicitly(asking(1, program))).isEqualTo("assertion at line 10");
    }
}
