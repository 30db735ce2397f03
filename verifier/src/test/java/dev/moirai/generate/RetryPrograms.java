package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Small C programs of two or three threads that wait for each other in loops, retry, and sometimes never come to an end:
 * shared integers of a few values, locks taken and tried, compare-and-swap, semaphores, conditions, heap objects made and
 * freed, calls, and choices. Finitely many states each. The same seed gives the same text for ever.
 */
public final class RetryPrograms {
    private final Dice dice;
    private final Patience patience;
    private final List<String> helpers = new ArrayList<>();
    private int names;

    private enum Patience {
        ENDLESS,
        /** A third of the statements can give up waiting. */
        LIMITED
    }

    private RetryPrograms(long seed, Patience patience) {
        this.dice = new Dice(seed);
        this.patience = patience;
    }

    public static String text(long seed) {
        return text(seed, Patience.ENDLESS);
    }

    /** The same, also with timers and with waits, locks and semaphores that give up. */
    public static String withTimeouts(long seed) {
        return text(seed, Patience.LIMITED);
    }

    private static String text(long seed, Patience patience) {
        return new RetryPrograms(seed, patience).program(2 + (int) Math.floorMod(seed, 3L) / 2);
    }

    private String program(int threads) {
        var text = new StringBuilder();
        for (int t = 0; t < threads; t++) {
            text.append("void *t").append(t).append("(void *unused) {\n");
            int count = 1 + dice.below(3);
            for (int i = 0; i < count; i++) text.append(statement(2));
            text.append("    return 0;\n}\n\n");
        }
        text.append("int main(void) {\n    pthread_t id[").append(threads).append("];\n");
        for (int t = 0; t < threads; t++) {
            text.append("    pthread_create(&id[")
                    .append(t)
                    .append("], 0, t")
                    .append(t)
                    .append(", 0);\n");
        }
        if (dice.chance(25)) text.append(statement(1));
        for (int t = 0; t < threads; t++)
            text.append("    pthread_join(id[").append(t).append("], 0);\n");
        text.append("    return 0;\n}\n");
        String timed = "#include <errno.h>\n#include <moirai.h>\n#include <time.h>\n"
                + "static const struct timespec soon = {1, 0};\n";
        return (patience == Patience.LIMITED ? timed : "")
                + "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdbool.h>\n"
                + "#include <stdlib.h>\nextern bool __VERIFIER_nondet_bool(void);\n\n"
                + "int x, y;\natomic_int a;\nsem_t s;\n"
                + "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                + "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\n"
                + String.join("", helpers)
                + text;
    }

    private String statement(int depth) {
        if (depth == 0) return line(simple());
        if (patience == Patience.LIMITED && dice.chance(33)) return timed(depth);
        return switch (dice.below(14)) {
            case 0, 1 -> line(simple());
            case 2, 3 -> "    while (" + condition() + ") {\n" + (dice.chance(70) ? statement(0) : "") + "    }\n";
            case 4 -> {
                String lock = lock();
                yield line("pthread_mutex_lock(&" + lock + ");")
                        + statement(depth - 1)
                        + line("pthread_mutex_unlock(&" + lock + ");");
            }
            case 5 -> {
                String lock = lock();
                yield "    while (pthread_mutex_trylock(&" + lock + ")) {\n" + (dice.chance(50) ? statement(0) : "")
                        + "    }\n" + statement(depth - 1) + line("pthread_mutex_unlock(&" + lock + ");");
            }
            case 6 -> {
                String lock = lock();
                yield "    if (pthread_mutex_trylock(&" + lock + ") == 0) {\n" + statement(depth - 1)
                        + line("pthread_mutex_unlock(&" + lock + ");") + "    }\n";
            }
            case 7 -> {
                String outer = lock();
                String inner = outer.equals("m") ? "n" : "m";
                String won = "won" + ++names;
                yield line("int " + won + " = 0;") + "    while (!" + won + ") {\n"
                        + line("pthread_mutex_lock(&" + outer + ");")
                        + "    if (pthread_mutex_trylock(&" + inner + ") == 0) {\n" + line(won + " = 1;")
                        + line("pthread_mutex_unlock(&" + inner + ");") + "    }\n"
                        + line("pthread_mutex_unlock(&" + outer + ");") + "    }\n";
            }
            case 8 -> {
                String expected = "e" + ++names;
                int from = dice.below(2);
                yield line("int " + expected + " = " + from + ";") + "    while (!atomic_compare_exchange_strong(&a, &"
                        + expected + ", " + dice.below(3) + ")) " + expected + " = " + from + ";\n";
            }
            case 9 -> "    if (__VERIFIER_nondet_bool()) {\n" + statement(depth - 1) + "    }\n";
            case 10 -> line(dice.one("sem_post(&s);", "sem_wait(&s);", "while (sem_trywait(&s)) { }"));
            case 11 -> {
                String name = "helper" + ++names;
                helpers.add("static void " + name + "(void) {\n" + statement(depth - 1) + "}\n\n");
                yield "    while (" + condition() + ") " + name + "();\n";
            }
            case 12 -> {
                String pointer = "p" + ++names;
                yield "    while (" + condition() + ") {\n" + line("int *" + pointer + " = malloc(sizeof(int));")
                        + line("*" + pointer + " = " + dice.below(2) + ";") + line("x = *" + pointer + ";")
                        + line("free(" + pointer + ");") + "    }\n";
            }
            default ->
                dice.chance(50)
                        ? line("pthread_mutex_lock(&m);") + "    while (" + condition()
                                + ") pthread_cond_wait(&c, &m);\n" + line("pthread_mutex_unlock(&m);")
                        : line("pthread_mutex_lock(&m);")
                                + statement(0)
                                + line(dice.one("pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"))
                                + line("pthread_mutex_unlock(&m);");
        };
    }

    private String timed(int depth) {
        return switch (dice.below(6)) {
            case 0 -> "    while (!MOIRAI_TIMEOUT()) {\n" + (dice.chance(50) ? statement(0) : "") + "    }\n";
            case 1 -> "    while (" + condition() + ") {\n    if (MOIRAI_TIMEOUT()) break;\n    }\n";
            case 2 -> {
                String lock = lock();
                yield "    while (pthread_mutex_timedlock(&" + lock + ", &soon)) {\n"
                        + (dice.chance(50) ? statement(0) : "") + "    }\n" + statement(depth - 1)
                        + line("pthread_mutex_unlock(&" + lock + ");");
            }
            case 3 ->
                line(dice.one("while (sem_timedwait(&s, &soon)) { }", "if (sem_timedwait(&s, &soon) == 0) x = 1;"));
            default ->
                line("pthread_mutex_lock(&m);") + "    while (" + condition() + ") "
                        + dice.one(
                                "pthread_cond_timedwait(&c, &m, &soon);\n",
                                "if (pthread_cond_timedwait(&c, &m, &soon)) break;\n",
                                "if (!pthread_cond_timedwait(&c, &m, &soon)) break;\n")
                        + line("pthread_mutex_unlock(&m);");
        };
    }

    private static String line(String text) {
        return "    " + text + "\n";
    }

    private String simple() {
        return dice.write(
                () -> variable() + " = " + dice.below(2) + ";",
                () -> variable() + " = " + dice.below(2) + ";",
                () -> {
                    String variable = variable();
                    return variable + " = !" + variable + ";";
                },
                () -> "x = y;",
                () -> "atomic_store(&a, " + dice.below(2) + ");");
    }

    private String variable() {
        return dice.one("x", "y");
    }

    private String lock() {
        return dice.one("m", "m", "n");
    }

    private String condition() {
        return dice.one("!x", "x", "!y", "x == y", "atomic_load(&a) == 0", "x != y");
    }
}
