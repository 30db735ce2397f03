package dev.moirai.generate;

import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.generate.idiom.ThreadText;
import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Small C programs of two to four threads that mix everything the thread library has ({@link Idiom}), made for comparing
 * engines: an exhaustive search of each should come to an end, and unwinding thrice covers it. They fail in all ways there are.
 *
 * <p>A seed gives the same text as long as the idioms stay as they are; what is found by one is kept as a program.
 */
public final class ThreadedPrograms {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <errno.h>
        #include <moirai.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        #include <string.h>
        #include <time.h>

        extern _Bool __VERIFIER_nondet_bool(void);
        extern unsigned char __VERIFIER_nondet_uchar(void);
        extern void __VERIFIER_assume(int);
        extern void __VERIFIER_atomic_begin(void);
        extern void __VERIFIER_atomic_end(void);

        int x, y, z;
        static const struct timespec soon = {1, 0};
        """;

    /** A program, and what is to be assumed about its surroundings. */
    public record Generated(String text, COptions options, Set<Idiom> idioms) {}

    private final Dice dice;
    private final ThreadText text;

    private ThreadedPrograms(Dice dice, List<Idiom> idioms, int statements) {
        this.dice = dice;
        this.text = new ThreadText(dice, idioms, statements);
    }

    public static Generated of(long seed) {
        return of(seed, EnumSet.allOf(Idiom.class));
    }

    /** With idioms out of {@code allowed} only, a few of them. */
    public static Generated of(long seed, Set<Idiom> allowed) {
        var idioms = new ArrayList<Idiom>(allowed);
        Collections.shuffle(idioms, new Random(~seed * 0x9E3779B97F4A7C15L));
        var dice = new Dice(seed);
        List<Idiom> some = idioms.subList(0, Math.min(idioms.size(), 1 + dice.below(5)));
        boolean mayFail = dice.chance(30);
        boolean onlyForReason = dice.chance(30);
        String program = new ThreadedPrograms(dice, some, 4 + dice.below(6)).program();
        String said = (mayFail ? " --malloc-may-fail" : "") + (onlyForReason ? " --no-spurious-wakeups" : "");
        return new Generated(
                "// seed " + seed + (said.isEmpty() ? "" : "," + said) + "\n" + program,
                surroundings(mayFail, onlyForReason),
                EnumSet.copyOf(some));
    }

    private static COptions surroundings(boolean mayFail, boolean onlyForReason) {
        var library = new LibraryOptions(
                mayFail ? LibraryOptions.Allocation.MAY_FAIL : LibraryOptions.Allocation.SUCCEEDS,
                onlyForReason ? Instr.Wakeup.SIGNALLED_ONLY : Instr.Wakeup.SPURIOUS);
        COptions plain = COptions.DEFAULT;
        return new COptions(
                plain.model(), plain.includes(), plain.defines(), plain.assumePure(), library, plain.arguments());
    }

    private String program() {
        int threads = 1 + dice.below(dice.chance(30) ? 3 : 2);
        for (int i = 0; i < threads; i++) thread(i, 4 - threads);
        String main = text.written(() -> main(threads));
        var all = new StringBuilder(PROLOGUE);
        all.append(text.declarations()).append("\nint main(void)\n{\n");
        for (String statement : text.preparations())
            all.append("    ").append(statement).append('\n');
        return all.append(main).append("}\n").toString();
    }

    private void thread(int number, int statements) {
        text.function("static void *t" + number + "(void *argument)", () -> {
            text.line("int a = (int)(long)argument, b = 0;");
            text.statements(statements);
            text.statement();
            text.line("return (void *)(long)" + dice.one("a", "b", "1") + ";");
        });
    }

    private void main(int threads) {
        text.line("int a = 0, b = 0;");
        text.line("pthread_t h[" + threads + "];");
        text.line("void *back = NULL;");
        if (dice.chance(30)) text.line(text.variable() + " = " + dice.below(3) + ";");
        var joined = new ArrayList<Integer>();
        for (int i = 0; i < threads; i++) {
            // Sometimes two threads share a function, and with it a name.
            int started = dice.chance(20) ? 0 : i;
            text.line("pthread_create(&h[" + i + "], NULL, t" + started + ", (void *)" + dice.below(3) + ");");
            if (dice.chance(15)) text.statement();
            if (dice.chance(10)) text.line("pthread_detach(h[" + i + "]);");
            else if (dice.chance(85)) joined.add(i);
        }
        if (dice.chance(50)) text.statement();
        if (dice.chance(40)) Collections.reverse(joined);
        for (int i : joined) join(i);
        if (dice.chance(70)) text.line("assert(" + text.claim() + ");");
        text.line(dice.chance(10) ? "pthread_exit(NULL);" : "return 0;");
    }

    private void join(int number) {
        if (dice.chance(60)) {
            text.line("pthread_join(h[" + number + "], NULL);");
            return;
        }
        text.line("pthread_join(h[" + number + "], &back);");
        if (dice.chance(50)) text.line("assert((long)back != " + (1 + dice.below(3)) + ");");
        else text.line(text.variable() + " = (int)(long)back & 3;");
    }
}
