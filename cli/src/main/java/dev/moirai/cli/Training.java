package dev.moirai.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the usual commands on our examples. The launcher has the virtual machine record this run once, when it builds:
 * the classes loaded here go into the ahead-of-time cache, all others are loaded more slowly.
 */
public final class Training {
    private Training() {}

    /** Constructs that are common in preprocessed files but not in our examples. */
    private static final String GNU_C = """
        typedef unsigned long int pthread_t;
        typedef union { char size[36]; long int align; } pthread_attr_t __attribute__((__aligned__(8)));
        extern int pthread_create(pthread_t *__restrict t, const pthread_attr_t *__restrict a,
            void *(*f)(void *), void *__restrict x) __attribute__((__nothrow__)) __attribute__((__nonnull__(1, 3)));
        extern __inline __attribute__((__gnu_inline__)) int twice(int x) { return x + x; }
        int shared = sizeof(struct { int a : 3; });
        void *run(void *x) { if (shared > 3) goto ERROR; shared = twice(1); return 0; ERROR: goto ERROR; }
        int main(void) { pthread_t t; pthread_create(&t, ((void *)0), run, ((void *)0)); shared = 4; return 0; }
        """;

    /** @param args the folder of examples */
    public static void main(String[] args) throws IOException {
        String examples = args[0];
        Main.run("--version");
        moirai("--help");
        moirai("run", "--help");
        moirai("run", examples + "/run/hello.c");
        moirai("run", examples + "/run/pipeline.c", "--json");
        for (int seed = 0; seed < 10; seed++) moirai("run", examples + "/run/flaky.c", "--seed", "" + seed);
        moirai("run", "no-such-file.c");
        moirai("check", examples + "/check/counter-race.c");
        moirai("check", examples + "/check/peterson.c", examples + "/check/bounded-buffer.c");
        for (String program : List.of("counter-race", "peterson", "bounded-buffer", "lost-wakeup")) {
            moirai(
                    "check",
                    examples + "/check/" + program + ".c",
                    "--engine",
                    "lazy",
                    "--unwind",
                    "2",
                    "--rounds",
                    "2");
        }
        moirai("check", examples + "/check/philosophers.c", "--engine", "lazy", "--time", "5s");
        moirai("check", examples + "/check/peterson.c", "--engine", "order", "--unwind", "2");
        moirai("check", examples + "/check/peterson.c", "--engine", "order", "--time", "2s");
        moirai("check", examples + "/check/michael-scott-queue.c", "--time", "10s");
        moirai("livelock", examples + "/livelock/fig1b.c");
        moirai("livelock", examples + "/livelock/fig1b.c", "--engine", "lasso");
        moirai("predict", examples + "/predict/bank.c");
        moirai("terminates", examples + "/terminates/choice.c");
        Path preprocessed = Files.createTempFile("moirai-training", ".i");
        Files.writeString(preprocessed, GNU_C);
        moirai("check", "--32", "--engine", "lazy", "--unwind", "1", "--rounds", "2", preprocessed.toString());
        Files.delete(preprocessed);
        moirai("livelock", examples + "/livelock/fig1b.c");
        moirai("livelock", examples + "/livelock/fig1b.c", "--stem", "1", "--lasso", "1");
        Runtime.getRuntime().exit(0);
    }

    private static void moirai(String... arguments) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Commands(new Output(nowhere, nowhere, Terminal.NONE)).execute(arguments);
    }
}
