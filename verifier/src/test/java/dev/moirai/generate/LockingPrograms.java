package dev.moirai.generate;

/**
 * Small C programs whose two threads keep each other out by flags of their own and by mutexes: sections with several ends,
 * sections that are left and entered again, sections in sections, and now and then a flag that is taken only perhaps, or
 * given back by a thread that does not have it. Nothing loops. The same seed gives the same text for ever.
 */
public final class LockingPrograms {
    private static final String[] LOCKS = {"f", "g", "m"};

    private final Dice dice;
    private final StringBuilder out = new StringBuilder();
    /** In so many of a hundred places something is done that locks are not for. */
    private final int mistakes;

    private int marks;

    private LockingPrograms(long seed) {
        dice = new Dice(seed);
        mistakes = dice.chance(50) ? 0 : 10;
    }

    public static String of(long seed) {
        return new LockingPrograms(seed).program();
    }

    private String program() {
        out.append("""
            #include <assert.h>
            #include <pthread.h>
            _Bool __VERIFIER_nondet_bool(void);
            void __VERIFIER_assume(int);
            int f, g, x, y;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void __VERIFIER_atomic_take(int *lock) { __VERIFIER_assume(*lock == 0); *lock = 1; }
            void __VERIFIER_atomic_give(int *lock) { __VERIFIER_assume(*lock == 1); *lock = 0; }
            int __VERIFIER_atomic_try(int *lock) { if (*lock) return 0; *lock = 1; return 1; }
            """);
        for (int thread = 0; thread < 2; thread++) {
            out.append("void *thread").append(thread).append("(void *p) {\n    int seen = 0;\n    _Bool c = 0;\n");
            for (int i = 1 + dice.below(2); i >= 0; i--) statement(1);
            out.append("    return p;\n}\n");
        }
        out.append("""
            int main(void) {
                int seen = 0;
                _Bool c = 0;
                pthread_t a, b;
                pthread_create(&a, 0, thread0, 0);
                pthread_create(&b, 0, thread1, 0);
            """);
        if (dice.chance(30)) statement(1);
        out.append("    pthread_join(a, 0);\n    pthread_join(b, 0);\n");
        line(1, "assert(x + y " + (dice.chance(50) ? "!= " : "< ") + (1 + dice.below(6)) + ");");
        out.append("    return 0;\n}\n");
        return out.toString();
    }

    private void line(int depth, String text) {
        out.append("    ".repeat(depth)).append(text).append('\n');
    }

    private void statement(int depth) {
        if (depth > 2 || dice.chance(25)) work(depth, "");
        else section(depth, LOCKS[dice.below(LOCKS.length)]);
    }

    private void section(int depth, String lock) {
        if (dice.chance(mistakes)) mistake(depth, lock);
        take(depth, lock);
        switch (dice.below(6)) {
            case 0 -> {
                // Two ends.
                line(depth, "if (__VERIFIER_nondet_bool()) {");
                give(depth + 1, lock);
                line(depth, "} else {");
                inside(depth + 1, lock);
                give(depth + 1, lock);
                line(depth, "}");
            }
            case 1 -> {
                // Left and entered again, perhaps.
                line(depth, "if (__VERIFIER_nondet_bool()) {");
                give(depth + 1, lock);
                work(depth + 1, "");
                take(depth + 1, lock);
                line(depth, "}");
                inside(depth, lock);
                give(depth, lock);
            }
            case 2 -> {
                // The text has the end before what comes before it.
                int mark = marks++;
                line(depth, "if (__VERIFIER_nondet_bool()) goto inside" + mark + ";");
                line(depth, "leave" + mark + ":");
                give(depth, lock);
                line(depth, "goto out" + mark + ";");
                line(depth, "inside" + mark + ":");
                work(depth, lock);
                if (dice.chance(50)) {
                    give(depth, lock);
                    line(depth, "goto out" + mark + ";");
                } else {
                    line(depth, "goto leave" + mark + ";");
                }
                line(depth, "out" + mark + ": ;");
            }
            default -> {
                inside(depth, lock);
                give(depth, lock);
            }
        }
    }

    private void inside(int depth, String lock) {
        for (int i = dice.below(2); i >= 0; i--) {
            if (dice.chance(20)) statement(depth + 1);
            else work(depth, lock);
        }
    }

    private void take(int depth, String lock) {
        line(depth, lock.equals("m") ? "pthread_mutex_lock(&m);" : "__VERIFIER_atomic_take(&" + lock + ");");
    }

    private void give(int depth, String lock) {
        if (lock.equals("m")) line(depth, "pthread_mutex_unlock(&m);");
        else line(depth, dice.chance(50) ? "__VERIFIER_atomic_give(&" + lock + ");" : lock + " = 0;");
    }

    private void work(int depth, String lock) {
        switch (dice.below(7)) {
            case 0 -> line(depth, "x = x + 1;");
            case 1 -> line(depth, "seen = x; x = 3; x = seen + 1;");
            case 2 -> line(depth, "y = x;");
            case 3 -> line(depth, "if (x == " + dice.below(3) + ") y = " + dice.below(3) + ";");
            case 4 -> line(depth, "x = " + dice.below(3) + ";");
            case 5 -> line(depth, "assert(x < " + (1 + dice.below(4)) + ");");
            default -> line(depth, lock.isEmpty() || lock.equals("m") ? "seen = f + g;" : "assert(" + lock + " == 1);");
        }
    }

    private void mistake(int depth, String lock) {
        switch (dice.below(3)) {
            case 0 -> give(depth, lock);
            case 1 -> {
                line(depth, "if (__VERIFIER_atomic_try(&f)) {");
                work(depth + 1, "f");
                line(depth + 1, "f = 0;");
                line(depth, "}");
            }
            default -> {
                line(depth, "c = __VERIFIER_nondet_bool();");
                line(depth, "if (c) __VERIFIER_atomic_take(&g);");
                work(depth, "");
                line(depth, "if (c) g = 0;");
            }
        }
    }
}
