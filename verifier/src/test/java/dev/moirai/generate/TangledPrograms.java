package dev.moirai.generate;

import java.util.List;

/**
 * Small C programs in which threads wait for each other in every way there is, and now and then for ever: locks of all kinds
 * inside each other in any order, semaphores as locks and as counts, signals that may come too early, barriers that more come
 * to than fit, threads joined by others than main, under a lock or not. They share a word that is also written by bytes.
 * Nothing in them loops or depends on an input, so that all orders of a run's steps can be enumerated. The same seed gives the
 * same text for ever.
 */
public final class TangledPrograms {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <string.h>
        #include <time.h>

        pthread_t h[3];
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
        pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
        pthread_spinlock_t spin;
        pthread_barrier_t meeting;
        sem_t s, t;
        int f, g;
        struct pair { short low; unsigned char high, top; } pair, other;
        union { unsigned word; unsigned short halves[2]; unsigned char bytes[4]; } u;
        static const struct timespec soon = {1, 0};

        """;

    private final Dice dice;
    private final StringBuilder text = new StringBuilder(PROLOGUE);
    private int number;
    private boolean hasMet;

    private TangledPrograms(Dice dice) {
        this.dice = dice;
    }

    public static String of(long seed) {
        return new TangledPrograms(new Dice(seed)).program();
    }

    private String program() {
        int threads = 2 + dice.below(2);
        for (number = 0; number < threads; number++) {
            text.append("static void *t").append(number).append("(void *p)\n{\n");
            hasMet = false;
            statements(threads == 2 ? 2 + dice.below(2) : 1 + dice.below(2), 2);
            text.append("    return p;\n}\n\n");
        }
        text.append("int main(void)\n{\n");
        line("sem_init(&s, 0, " + dice.one("1", "1", "0", "2") + "); sem_init(&t, 0, " + dice.one("1", "1", "0")
                + ");");
        line("pthread_spin_init(&spin, 0);");
        line("pthread_barrier_init(&meeting, NULL, 2);");
        if (dice.chance(30)) line(bytes());
        for (int i = 0; i < threads; i++) line("pthread_create(&h[" + i + "], NULL, t" + i + ", NULL);");
        if (dice.chance(40)) statement(1);
        for (int i : dice.chance(50) ? List.of(0, 1, 2) : List.of(2, 0, 1)) {
            if (i < threads && dice.chance(75)) line("pthread_join(h[" + i + "], NULL);");
        }
        if (dice.chance(40)) line("assert(" + claim() + ");");
        line(dice.chance(10) ? "pthread_exit(NULL);" : "return 0;");
        return text.append("}\n").toString();
    }

    private void line(String line) {
        text.append("    ").append(line).append('\n');
    }

    private void statements(int count, int nesting) {
        for (int i = 0; i < count; i++) statement(nesting);
    }

    private void statement(int nesting) {
        switch (dice.below(10)) {
            case 0, 1, 2 -> held(nesting);
            case 3 -> waiting();
            case 4 -> telling();
            case 5 -> line("sem_" + dice.one("post", "post", "wait") + "(&" + dice.one("s", "t") + ");");
            case 6 -> meeting();
            case 7 -> joining();
            case 8 -> line(bytes());
            default -> line("assert(" + claim() + ");");
        }
    }

    /** Something is taken, something else happens, it is given back: mostly. */
    private void held(int nesting) {
        String[] lock = dice.one(
                new String[] {"pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m)"},
                new String[] {"pthread_mutex_lock(&l)", "pthread_mutex_unlock(&l)"},
                new String[] {"pthread_spin_lock(&spin)", "pthread_spin_unlock(&spin)"},
                new String[] {"pthread_rwlock_rdlock(&rw)", "pthread_rwlock_unlock(&rw)"},
                new String[] {"pthread_rwlock_wrlock(&rw)", "pthread_rwlock_unlock(&rw)"},
                new String[] {"sem_wait(&s)", "sem_post(&s)"},
                new String[] {"sem_wait(&t)", "sem_post(&t)"},
                new String[] {"if (pthread_mutex_trylock(&m) == 0)", "pthread_mutex_unlock(&m)"},
                new String[] {"if (pthread_mutex_timedlock(&l, &soon) == 0)", "pthread_mutex_unlock(&l)"},
                new String[] {"if (pthread_rwlock_tryrdlock(&rw) == 0)", "pthread_rwlock_unlock(&rw)"},
                new String[] {"if (sem_trywait(&s) == 0)", "sem_post(&s)"},
                new String[] {"if (sem_timedwait(&t, &soon) == 0)", "sem_post(&t)"});
        boolean perhaps = lock[0].startsWith("if");
        line(perhaps ? lock[0] + " {" : lock[0] + ";");
        if (nesting > 0) statements(1, nesting - 1);
        if (perhaps || dice.chance(92)) line(lock[1] + ";");
        if (perhaps) line("}");
    }

    private void waiting() {
        String condition = dice.one("c", "d");
        String flag = dice.one("f", "g");
        String wait = dice.chance(75)
                ? "pthread_cond_wait(&" + condition + ", &m);"
                : "pthread_cond_timedwait(&" + condition + ", &m, &soon);";
        line("pthread_mutex_lock(&m);");
        line(dice.one("", "if (!" + flag + ") ", "while (!" + flag + ") ") + wait);
        if (dice.chance(30)) line(flag + " = 0;");
        if (dice.chance(20)) line("pthread_cond_signal(&" + condition + ");");
        line("pthread_mutex_unlock(&m);");
    }

    private void telling() {
        boolean orderly = dice.chance(60);
        if (orderly) line("pthread_mutex_lock(&m);");
        line(dice.one("f", "g") + " = 1;");
        line("pthread_cond_" + dice.one("signal", "signal", "broadcast") + "(&" + dice.one("c", "d") + ");");
        if (orderly) line("pthread_mutex_unlock(&m);");
    }

    private void meeting() {
        if (hasMet) line("g = f;");
        else line("pthread_barrier_wait(&meeting);");
        hasMet = true;
    }

    /** Nobody is joined before it is begun. */
    private void joining() {
        if (number == 0 || number == 3) line("f = 1;");
        else line("pthread_join(h[" + dice.below(number) + "], NULL);");
    }

    private String bytes() {
        return dice.one(
                "u.word = " + dice.one("0", "0x102", "0x10000") + ";",
                "u.bytes[" + dice.below(4) + "] = " + dice.below(3) + ";",
                "u.halves[" + dice.below(2) + "] += 1;",
                "u.word++;",
                "__atomic_fetch_add(&u.word, 0xff, __ATOMIC_SEQ_CST);",
                "memset(&u, 0, sizeof u);",
                "memcpy(&u.bytes[1], &pair.high, 2);",
                "pair = other;",
                "pair.high = (unsigned char)u.word;",
                "other.top = u.bytes[" + dice.below(4) + "];",
                "memset(&other.low, 1, 2);");
    }

    private String claim() {
        return dice.one(
                "u.bytes[" + dice.below(4) + "] != " + (1 + dice.below(2)),
                "u.word < 0x101",
                "u.halves[0] != 1",
                "pair.top == 0",
                "other.low != 0x101",
                "f || !g");
    }
}
