package dev.moirai.cli;

import dev.moirai.verify.engine.ProcessEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs the usual commands on our examples. The launcher has the virtual machine record this run once, when it builds:
 * the classes loaded here go into the ahead-of-time cache, all others are loaded more slowly.
 */
public final class Training {
    private Training() {}

    /** Constructs that are common in preprocessed files but not in our examples. */
    private static final String GNU_C = """
        # 1 "training.c"
        # 1 "/usr/include/pthread.h" 1 3 4
        typedef unsigned long int pthread_t;
        typedef union { char size[36]; long int align; } pthread_attr_t __attribute__((__aligned__(8)));
        typedef struct { struct { int lock; union { int spins; struct { int next; } list; }; } data; } nested_t;
        extern void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)
            __attribute__((__nothrow__)) __attribute__((__noreturn__));
        extern int pthread_create(pthread_t *__restrict t, const pthread_attr_t *__restrict a,
            void *(*f)(void *), void *__restrict x) __attribute__((__nothrow__)) __attribute__((__nonnull__(1, 3)));
        typedef union { struct { int lock; unsigned int count; } data; char size[24]; long int align; } pthread_mutex_t;
        extern int pthread_mutex_lock(pthread_mutex_t *mutex) __attribute__((__nothrow__)) __attribute__((__nonnull__(1)));
        extern int pthread_mutex_unlock(pthread_mutex_t *mutex) __attribute__((__nothrow__)) __attribute__((__nonnull__(1)));
        extern int pthread_join(pthread_t t, void **result);
        extern int pthread_equal(pthread_t, pthread_t);
        extern void __VERIFIER_assume(int condition);
        extern void __VERIFIER_error(void);
        extern void exit(int status) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
        extern void abort(void) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
        extern void *malloc(unsigned int size) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
        extern int __VERIFIER_nondet_int(void);
        extern __inline __attribute__((__gnu_inline__)) int twice(int x) { return x + x; }
        struct cell { int number; struct cell *next; } *top;
        typedef struct { int rows[3]; int used; } table_t;
        table_t table;
        void __VERIFIER_assert(int holds) { if (!holds) { ERROR: __VERIFIER_error(); } }
        int put(table_t *into, int value) { into->rows[1] = value; return into->used; }
        pthread_mutex_t mutex = {{0, 0}};
        int shared = sizeof(struct { int a : 3; }), input;
        void *run(void *x) {
            if (shared > 3) goto ERROR;
            pthread_mutex_lock(&mutex);
            shared = twice(1);
            pthread_mutex_unlock(&mutex);
            if (shared > 9) __assert_fail(0, 0, 1, 0);
            struct cell *own = malloc(sizeof(struct cell));
            if (!own) exit(1);
            own->number = 3;
            own->next = top;
            top = own;
            if (own->number != 3) abort();
            table.used = table.rows[1];
            __VERIFIER_assert(put(&table, 2) < 3);
            while (input == 5 && shared != 2) shared = __VERIFIER_nondet_int();
            if (shared == 77 && input == LIMIT) __VERIFIER_error();
            return 0;
            ERROR: goto ERROR;
        }
        int main(void) {
            pthread_t t, u;
            input = __VERIFIER_nondet_int();
            __VERIFIER_assume(input > 2);
            pthread_create(&t, ((void *)0), run, ((void *)0));
            pthread_create(&u, ((void *)0), run, ((void *)0));
            shared = 4;
            pthread_join(t, ((void *)0));
            if (input == LIMIT) __assert_fail(0, 0, 1, 0);
            return 0;
        }
        """;

    /** @param args which commands the cache is for, {@code search} or {@code proof}, and the folder of examples */
    public static void main(String[] args) throws IOException {
        String examples = args[1];
        if (args[0].equals("search")) search(examples);
        else proof(examples);
        ProcessEnd.with(0);
    }

    /** The commands that look for a run that fails. */
    private static void search(String examples) throws IOException {
        Main.run("--version");
        moirai("--help");
        moirai("run", "--help");
        moirai("run", examples + "/run/hello.c");
        moirai("run", examples + "/run/pipeline.c", "--json");
        for (int seed = 0; seed < 10; seed++) moirai("run", examples + "/run/flaky.c", "--seed", "" + seed);
        moirai("run", "no-such-file.c");
        moirai("check", examples + "/check/counter-race.c");
        moirai("check", "--each", examples + "/check/peterson.c", examples + "/check/bounded-buffer.c");
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
        for (String program : List.of("peterson-wrong-order", "bounded-buffer-if", "philosophers", "input-limit")) {
            moirai("check", examples + "/check/" + program + ".c", "--engine", "explicit", "--time", "5s");
        }
        moirai("check", examples + "/check/philosophers.c", "--engine", "lazy", "--time", "5s");
        moirai("check", examples + "/check/peterson.c", "--engine", "order", "--unwind", "2");
        moirai("check", examples + "/check/bounded-buffer.c", "--engine", "order", "--unwind", "2");
        moirai("check", examples + "/check/peterson.c", "--engine", "order", "--time", "2s");
        moirai("check", examples + "/check/michael-scott-queue.c", "--time", "10s");
        // Nobody reaches the first limit; one run of many reaches the second.
        for (String limit : List.of("2", "123456")) {
            Path preprocessed = Files.createTempFile("moirai-training", ".i");
            Files.writeString(preprocessed, GNU_C.replace("LIMIT", limit));
            String file = preprocessed.toString();
            moirai("check", file, "--32", "--property", "assertion", "--unwind", "2", "--time", "5s");
            for (String engine : List.of("lazy", "order", "explicit")) {
                moirai(
                        "check",
                        file,
                        "--32",
                        "--property",
                        "assertion",
                        "--engine",
                        engine,
                        "--unwind",
                        "2",
                        "--time",
                        "5s");
            }
            Files.delete(preprocessed);
        }
        laidOut("training-alike.c", Training::withinBounds);
        for (String program : List.of("peterson", "bounded-buffer", "counter-race")) {
            moirai("check", examples + "/check/" + program + ".c", "--unwind", "3", "--property", "assertion");
        }
        common(program -> {
            moirai("run", program);
            moirai("check", program, "--time", "2s");
            moirai("check", program, "--time", "2s", "-DSYMBOLIC");
            moirai("check", program, "--time", "2s", "--unwind", "2", "-DSYMBOLIC", "-DFAILING");
            for (String variant : List.of("-DSYMBOLIC", "-DFAILING")) {
                moirai("check", program, "--engine", "order", "--unwind", "4", "-DSYMBOLIC", variant);
                moirai("check", program, "--engine", "lazy", "--unwind", "4", "--rounds", "2", "-DSYMBOLIC", variant);
            }
        });
    }

    /** Small questions as the verification competition asks them, mostly of the default engine. */
    private static void withinBounds(String program) {
        List<List<String>> variants = List.of(
                List.of(),
                List.of("-DFAILING"),
                List.of("-DOPEN"),
                List.of("-DENDLESS"),
                List.of("-DENDLESS", "-DOPEN"));
        for (List<String> variant : variants) {
            for (List<String> engine : List.of(List.<String>of(), List.of("--engine", "order"))) {
                var words = new ArrayList<>(List.of(
                        "check",
                        program,
                        "--32",
                        "--property",
                        "assertion",
                        "--unwind",
                        "2",
                        "--time",
                        "5s",
                        "--quiet"));
                words.addAll(variant);
                words.addAll(engine);
                moirai(words.toArray(String[]::new));
            }
        }
    }

    /** The commands that reason about runs that were recorded, or never end. */
    private static void proof(String examples) throws IOException {
        moirai("terminates", "--help");
        moirai("predict", examples + "/predict/bank.c");
        moirai("terminates", examples + "/terminates/choice.c");
        moirai("livelock", examples + "/livelock/fig1b.c");
        moirai("livelock", examples + "/livelock/fig1b.c", "--engine", "lasso");
        moirai("livelock", examples + "/livelock/fig1b.c", "--stem", "1", "--lasso", "1");
        common(program -> moirai("predict", program));
    }

    /** Hands a program over that uses what C programs commonly use. */
    private static void common(Consumer<String> commands) throws IOException {
        laidOut("training.c", commands);
    }

    /** Hands a program of ours over, as a file that is there meanwhile. */
    static void laidOut(String resource, Consumer<String> commands) throws IOException {
        Path folder = Files.createTempDirectory("moirai-training");
        Path copy = folder.resolve(resource);
        try (InputStream program = Training.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(program), copy);
        }
        commands.accept(copy.toString());
        Files.delete(copy);
        Files.delete(folder);
    }

    /** A command whose output nobody reads. */
    static void moirai(String... arguments) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Commands(new Output(nowhere, nowhere, Terminal.NONE)).execute(arguments);
    }
}
