package dev.moirai.bench;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.check.Check;
import dev.moirai.verify.check.CheckEngine;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How formulas grow: N producers and M consumers of a bounded buffer, more and more of them, with more unwinding and more
 * rounds, one at a time. The paper's claim is a size proportional to program, threads and rounds.
 */
public final class GrowthReport {
    private static final List<Integer> UNWIND = List.of(1, 2, 4, 8, 16);
    private static final List<Integer> ROUNDS = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    private static final List<Integer> PAIRS = List.of(1, 2, 3, 4, 6, 8);

    /** One program of the family, and how far it is looked at. */
    private record Member(int producers, int consumers, Bounds bounds) {}

    private GrowthReport() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 1 || (args.length == 1 && !args[0].matches("\\d{1,6}"))) {
            System.err.println("usage: bench/growth [SECONDS]   (the most for one formula; 20 without it)");
            System.exit(2);
        }
        Duration limit = Duration.ofSeconds(args.length == 1 ? Long.parseLong(args[0]) : 20);
        // Classes are loaded and compiled before anything is measured.
        measure(new Member(1, 1, new Bounds(2, 2)), limit);
        table(
                "unwinding, one producer, one consumer, two rounds",
                UNWIND,
                n -> new Member(1, 1, new Bounds(n, 2)),
                limit);
        table(
                "rounds, one producer, one consumer, unwound twice",
                ROUNDS,
                n -> new Member(1, 1, new Bounds(2, n)),
                limit);
        table(
                "pairs of producer and consumer, unwound once, one round",
                PAIRS,
                n -> new Member(n, n, new Bounds(1, 1)),
                limit);
    }

    private interface Family {
        Member of(int n);
    }

    private static void table(String title, List<Integer> numbers, Family family, Duration limit) throws IOException {
        System.out.println(title + "\n");
        System.out.println(
                "| n | instructions | terms | terms / n | variables | clauses | encoding s | solving s | result |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (int n : numbers) {
            Attempt attempt = measure(family.of(n), limit);
            var sizes = attempt.sizes();
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %,d | %,d | %,d | %,d | %,d | %.2f | %.2f | %s |%n",
                    n,
                    sizes.get("instructions"),
                    sizes.get("terms"),
                    sizes.getOrDefault("terms", 0L) / n,
                    sizes.get("variables"),
                    sizes.get("clauses"),
                    attempt.seconds().getOrDefault("encoding", 0.0),
                    attempt.seconds().getOrDefault("solving", 0.0),
                    attempt.result().startsWith("clean") ? "clean" : attempt.result());
        }
        System.out.println();
    }

    private static Attempt measure(Member member, Duration limit) throws IOException {
        Path file = Files.createTempFile("producers", ".c");
        try {
            Files.writeString(file, text(member.producers(), member.consumers()));
            var options = new Check.Options(
                    EnumSet.of(Property.ASSERTION),
                    CheckEngine.LAZY,
                    Check.Reduction.PARTIAL_ORDER,
                    Long.MAX_VALUE,
                    SearchBounds.of(member.bounds()),
                    new Backend.Embedded("auto"),
                    _ -> {},
                    Optional.of(limit),
                    Workforce.ALONE,
                    Check.Split.INTERLEAVINGS);
            var answer = Check.check(new Input(file, InputOptions.DEFAULT, Dump.NOTHING), options);
            if (answer.cost().statistics().attempts().isEmpty()) {
                throw new IllegalStateException("nothing was measured: " + answer.verdict());
            }
            return answer.cost().statistics().attempts().getLast();
        } finally {
            Files.delete(file);
        }
    }

    private static String text(int producers, int consumers) {
        return """
            #include <assert.h>
            #include <pthread.h>
            _Bool __VERIFIER_nondet_bool(void);
            int buffer[4];
            int count;
            pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            void *producer(void *argument)
            {
                int next = 0;
                while (__VERIFIER_nondet_bool()) {
                    pthread_mutex_lock(&mutex);
                    if (count < 4) {
                        buffer[count] = next;
                        count++;
                        next++;
                    }
                    assert(count <= 4);
                    pthread_mutex_unlock(&mutex);
                }
                return 0;
            }
            void *consumer(void *argument)
            {
                int sum = 0;
                while (__VERIFIER_nondet_bool()) {
                    pthread_mutex_lock(&mutex);
                    if (count > 0) {
                        count--;
                        sum += buffer[count];
                    }
                    assert(count >= 0);
                    pthread_mutex_unlock(&mutex);
                }
                return 0;
            }
            int main(void)
            {
                pthread_t producers[PRODUCERS], consumers[CONSUMERS];
            START    return 0;
            }
            """.replace("START", starts("producer", producers) + starts("consumer", consumers))
                .replace("PRODUCERS", "" + producers)
                .replace("CONSUMERS", "" + consumers);
    }

    /** Written out, so that unwinding concerns the threads' loops only. */
    private static String starts(String role, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("    pthread_create(&%ss[%d], 0, %s, 0);\n".formatted(role, i, role));
        }
        return text.toString();
    }
}
