package dev.moirai.generate;

import dev.moirai.generate.ConcurrentPrograms.Feature;
import dev.moirai.generate.ConcurrentPrograms.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes the threads of one of the {@link ConcurrentPrograms}. */
final class ThreadWriter {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <pthread.h>
        #include <sched.h>
        #include <semaphore.h>
        #include <stdatomic.h>
        #include <stdlib.h>

        extern _Bool __VERIFIER_nondet_bool(void);
        extern void __VERIFIER_assume(int);
        extern void __VERIFIER_atomic_begin(void);
        extern void __VERIFIER_atomic_end(void);

        int x, y, z;
        atomic_int n, k;
        int cells[2];
        int *place = &x;
        int *volatile box;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
        pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
        pthread_barrier_t meeting;
        sem_t tokens;

        static void bump(int *at)
        {
            *at = (*at + 1) & 3;
        }

        static int both(int first, int second)
        {
            return first && second;
        }

        """;

    private final Dice dice;
    private final Shape shape;
    private final StringBuilder text = new StringBuilder(PROLOGUE);
    private int depth = 1;
    private int loops;
    private boolean inSection;
    private String held = "";

    ThreadWriter(Dice dice, Shape shape) {
        this.dice = dice;
        this.shape = shape;
    }

    private boolean has(Feature feature) {
        return shape.features().contains(feature);
    }

    String program() {
        for (int i = 1; i <= shape.threads(); i++) thread(i);
        main();
        return text.toString();
    }

    private void thread(int number) {
        text.append("static void *t").append(number).append("(void *argument)\n{\n");
        line("int a = 0, b = 0;");
        statements(shape.statements(), 2);
        line("return argument;");
        text.append("}\n\n");
    }

    private void main() {
        text.append("int main(void)\n{\n");
        line("int a = 0, b = 0;");
        line("pthread_t h[" + shape.threads() + "];");
        if (has(Feature.SEMAPHORE)) line("sem_init(&tokens, 0, " + dice.below(2) + ");");
        if (has(Feature.HEAP)) line("box = malloc(sizeof *box); *box = 1;");
        if (has(Feature.BARRIER)) line("pthread_barrier_init(&meeting, NULL, 2);");
        if (dice.chance(50)) line(dice.one("x", "y", "z") + " = " + dice.below(3) + ";");
        for (int i = 1; i <= shape.threads(); i++) {
            // Sometimes two threads share a function, and with it a name.
            int started = dice.chance(20) ? 1 : i;
            line("pthread_create(&h[" + (i - 1) + "], NULL, t" + started + ", NULL);");
        }
        statements(dice.below(3), 1);
        for (int i = 1; i <= shape.threads(); i++) {
            if (dice.chance(80)) line("pthread_join(h[" + (i - 1) + "], NULL);");
        }
        if (dice.chance(80)) line("assert(" + claim() + ");");
        line("return 0;");
        text.append("}\n");
    }

    private void line(String statement) {
        text.append("    ".repeat(depth)).append(statement).append('\n');
    }

    private void statements(int count, int nesting) {
        for (int i = 0; i < count; i++) statement(nesting);
    }

    private void block(String head, int count, int nesting) {
        line(head + " {");
        depth++;
        statements(count, nesting);
        depth--;
        line("}");
    }

    // ---- values ------------------------------------------------------------------------------------------------

    private String variable() {
        return has(Feature.ARRAY) && dice.chance(25)
                ? dice.one("cells[0]", "cells[1]", "cells[a & 1]")
                : dice.one("x", "x", "y", "y", "z");
    }

    private String local() {
        return dice.one("a", "b");
    }

    /** Between 0 and 3. */
    private String value() {
        return dice.write(
                () -> dice.one("0", "1", "1", "2"),
                () -> dice.one(variable(), local()),
                () -> "(" + variable() + " + 1) & 3",
                () -> "(" + variable() + " + 1) & 3",
                () -> variable() + " ^ " + local());
    }

    private String condition() {
        return dice.write(
                () -> variable() + " == " + dice.below(3),
                () -> variable() + " != " + variable(),
                () -> local() + " < 2",
                () -> "both(" + variable() + ", " + local() + ")",
                () -> variable() + " && !" + variable());
    }

    /** True in many runs, not in all. */
    private String claim() {
        return dice.write(
                () -> variable() + " != " + (1 + dice.below(2)),
                () -> variable() + " <= " + (1 + dice.below(2)),
                () -> "!(x == " + dice.below(3) + " && y == " + (1 + dice.below(2)) + ")",
                () -> "x + y + z < " + (2 + dice.below(3)));
    }

    // ---- statements --------------------------------------------------------------------------------------------

    private void statement(int nesting) {
        // Half of all is plain traffic on shared memory: without it the rest has little to go wrong with.
        if (dice.chance(50)) {
            line(dice.write(
                    () -> variable() + " = " + value() + ";",
                    () -> variable() + " = " + value() + ";",
                    () -> local() + " = " + variable() + ";",
                    () -> "assert(" + claim() + ");"));
            return;
        }
        List<Consumer<Integer>> options = new ArrayList<>();
        options.add(n -> line(variable() + " = " + value() + ";"));
        if (nesting > 0) options.add(this::branch);
        if (has(Feature.LOOP) && nesting > 0) options.add(this::loop);
        if (has(Feature.CHOICE)) options.add(n -> line(local() + " = __VERIFIER_nondet_bool();"));
        if (has(Feature.ASSUMPTION)) options.add(n -> line("__VERIFIER_assume(" + condition() + ");"));
        if (has(Feature.CALL)) options.add(n -> line("bump(&" + variable() + ");"));
        if (has(Feature.POINTER)) options.add(n -> pointer());
        if (has(Feature.HEAP)) {
            options.add(n -> heap());
            options.add(n -> heap());
        }
        if (has(Feature.ATOMIC)) options.add(this::atomic);
        if (!inSection) addSynchronising(options, nesting);
        dice.one(options).accept(nesting - 1);
    }

    /** Nothing that could wait: inside an atomic section that would stop everybody. */
    private void addSynchronising(List<Consumer<Integer>> options, int nesting) {
        boolean deep = nesting > 0;
        if (has(Feature.MUTEX) && deep) {
            options.add(this::locked);
            options.add(this::locked);
        }
        if (has(Feature.TRYLOCK) && deep) options.add(this::tried);
        if (has(Feature.CONDITION)) {
            options.add(n -> waiting());
            options.add(n -> signalling());
        }
        if (has(Feature.SEMAPHORE)) options.add(n -> line(dice.one("sem_wait(&tokens);", "sem_post(&tokens);")));
        if (has(Feature.RWLOCK) && deep) options.add(this::readOrWrite);
        if (has(Feature.BARRIER)) options.add(n -> line("pthread_barrier_wait(&meeting);"));
        if (has(Feature.ATOMIC_SECTION) && deep) options.add(this::section);
        if (has(Feature.SPIN)) options.add(n -> line("while (" + variable() + " == 0) ;"));
        if (has(Feature.MISUSE)) options.add(n -> line("pthread_mutex_unlock(&" + dice.one("m", "l") + ");"));
        if (dice.chance(30)) options.add(n -> line("sched_yield();"));
    }

    private void branch(int nesting) {
        block("if (" + condition() + ")", 1 + dice.below(2), nesting);
        if (dice.chance(40)) block("else", 1, nesting);
    }

    private void loop(int nesting) {
        String i = "i" + loops++;
        block("for (int " + i + " = 0; " + i + " < 2; " + i + "++)", 1, nesting);
    }

    private void pointer() {
        line(dice.write(
                () -> "place = &" + dice.one("x", "y", "z") + ";",
                () -> "*place = " + value() + ";",
                () -> local() + " = *place;"));
    }

    private void heap() {
        switch (dice.below(4)) {
            case 0 -> line("{ int *fresh = malloc(sizeof *fresh); *fresh = " + dice.below(3) + "; box = fresh; }");
            case 1 -> line("{ int *seen = box; if (seen) " + local() + " = *seen; }");
            case 2 -> line("{ int *seen = box; if (seen) *seen = " + dice.below(3) + "; }");
            default -> line("{ int *gone = box; box = NULL; free(gone); }");
        }
    }

    private void atomic(int nesting) {
        String atom = dice.one("n", "k");
        switch (dice.below(5)) {
            case 0 -> line("atomic_fetch_add(&" + atom + ", 1);");
            case 1 -> line(local() + " = atomic_load(&" + atom + ") & 3;");
            case 2 -> line("atomic_store(&" + atom + ", " + dice.below(3) + ");");
            case 3 -> line("assert(atomic_load(&" + atom + ") != " + (2 + dice.below(2)) + ");");
            default -> {
                line("{");
                depth++;
                line("int expected = " + dice.below(2) + ";");
                String exchange = "atomic_compare_exchange_strong(&" + atom + ", &expected, " + dice.below(3) + ")";
                if (nesting > 0) block("if (" + exchange + ")", 1, nesting - 1);
                else line(exchange + ";");
                depth--;
                line("}");
            }
        }
    }

    private void locked(int nesting) {
        String mutex = mutex();
        line("pthread_mutex_lock(&" + mutex + ");");
        String before = held;
        held = mutex;
        statements(1 + dice.below(3), nesting);
        held = before;
        line("pthread_mutex_unlock(&" + mutex + ");");
    }

    /** Mostly one that is not held: a thread that waits for itself is a dull deadlock. */
    private String mutex() {
        String any = dice.one("m", "l");
        return any.equals(held) && dice.chance(90) ? (any.equals("m") ? "l" : "m") : any;
    }

    private void tried(int nesting) {
        String mutex = mutex();
        line("if (pthread_mutex_trylock(&" + mutex + ") == 0) {");
        depth++;
        String before = held;
        held = mutex;
        statements(1 + dice.below(2), nesting);
        held = before;
        line("pthread_mutex_unlock(&" + mutex + ");");
        depth--;
        line("}");
    }

    private void readOrWrite(int nesting) {
        boolean writes = dice.chance(50);
        line("pthread_rwlock_" + (writes ? "wr" : "rd") + "lock(&rw);");
        statements(1 + dice.below(2), writes ? nesting : 0);
        line("pthread_rwlock_unlock(&rw);");
    }

    private void waiting() {
        line("pthread_mutex_lock(&m);");
        line(dice.one("if", "while") + " (" + dice.one("x", "y") + " == 0)");
        line("    pthread_cond_wait(&changed, &m);");
        line("pthread_mutex_unlock(&m);");
    }

    private void signalling() {
        boolean orderly = dice.chance(60);
        if (orderly) line("pthread_mutex_lock(&m);");
        line(dice.one("x", "y") + " = 1;");
        line(dice.one("pthread_cond_signal", "pthread_cond_broadcast") + "(&changed);");
        if (orderly) line("pthread_mutex_unlock(&m);");
    }

    private void section(int nesting) {
        line("__VERIFIER_atomic_begin();");
        inSection = true;
        statements(1 + dice.below(3), Math.min(nesting, 1));
        inSection = false;
        line("__VERIFIER_atomic_end();");
    }
}
