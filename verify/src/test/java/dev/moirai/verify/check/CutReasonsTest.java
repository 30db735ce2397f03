package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.verify.livelock.LassoBounds;
import dev.moirai.verify.livelock.Livelock;
import dev.moirai.verify.livelock.LivelockEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A verdict names why parts of the program were left out: bounds in HOLDS WITHIN, anything else in UNKNOWN, with its
 * line.
 */
class CutReasonsTest {
    @TempDir
    Path folder;

    private Verdict check(CheckEngine engine, SearchBounds searchBounds, String text) throws IOException {
        return new Asking(folder, text, Property.defaults(), searchBounds).by(engine);
    }

    private static String line(Verdict verdict) {
        return Asking.line(verdict);
    }

    /** The engine has no terms for floats: it ends the path there, and says so if control can reach that place. */
    private static final String FLOATS = """
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int n = __VERIFIER_nondet_int();
            if (n %s) {
                double half = n / 2.0;
                if (half > 1.0) n++;
            }
            return 0;
        }
        """;

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aConstructWithoutTermsIsNoBound(CheckEngine engine) throws IOException {
        String expected = "VERDICT: UNKNOWN unsupported: floating-point arithmetic at p.c:6";
        assertThat(line(check(engine, SearchBounds.GROWING, FLOATS.formatted("> 3"))))
                .isEqualTo(expected);
        assertThat(line(check(engine, SearchBounds.of(new Bounds(3, 3)), FLOATS.formatted("> 3"))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aConstructThatIsNeverReachedDoesNotMatter(CheckEngine engine) throws IOException {
        assertThat(check(engine, SearchBounds.GROWING, FLOATS.formatted("!= n")))
                .isEqualTo(new Verdict.Holds());
        assertThat(check(engine, SearchBounds.GROWING, FLOATS.formatted("> 3 && n < 3")))
                .isEqualTo(new Verdict.Holds());
    }

    /** Violations elsewhere are still found. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aConstructHidesNoViolationBesideIt(CheckEngine engine) throws IOException {
        String text = FLOATS.formatted("> 3").replace("return 0;", "assert(n != 3); return 0;");
        assertThat(line(check(engine, SearchBounds.GROWING, text))).startsWith("VERDICT: VIOLATED assertion at p.c:9");
    }

    /** A loop without an end for the engines that unwind. */
    private static final String LOOP = """
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        int x;
        int main(void) {
            while (__VERIFIER_nondet_int()) x = !x;
            assert(x <= 1);
            %s
            return 0;
        }
        """;

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aLoopIsABound(CheckEngine engine) throws IOException {
        assertThat(line(check(engine, SearchBounds.of(new Bounds(3, 1)), LOOP.formatted(""))))
                .isEqualTo("VERDICT: HOLDS WITHIN unwind=3");
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aConstructWeighsMoreThanABound(CheckEngine engine) throws IOException {
        assertThat(line(check(
                        engine, SearchBounds.of(new Bounds(3, 1)), LOOP.formatted("double d = x; if (d > 7) x = 0;"))))
                .startsWith("VERDICT: UNKNOWN unsupported: floating-point arithmetic at p.c:7");
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aLoopWithABoundOfItsOwnEndsTheLadder(CheckEngine engine) throws IOException {
        var searchBounds = new SearchBounds(Optional.empty(), Map.of("main.1", 2), Optional.empty());
        assertThat(line(check(engine, searchBounds, LOOP.formatted(""))))
                .isEqualTo("VERDICT: HOLDS WITHIN unwindset=main.1:2");
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void recursionIsABound(CheckEngine engine) throws IOException {
        String text = """
            #include <assert.h>
            extern int __VERIFIER_nondet_int(void);
            static int down(int n) { return n > 0 ? down(n - 1) : n; }
            int main(void) { assert(down(__VERIFIER_nondet_int()) <= 0); return 0; }
            """;
        assertThat(line(check(engine, SearchBounds.of(new Bounds(3, 1)), text)))
                .isEqualTo("VERDICT: HOLDS WITHIN unwind=3");
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aFunctionWithoutABodyIsNoBound(CheckEngine engine) throws IOException {
        String text = """
            extern int elsewhere(int);
            int main(void) {
                int (*f)(int) = elsewhere;
                return f(1);
            }
            """;
        assertThat(line(check(engine, SearchBounds.GROWING, text)))
                .startsWith("VERDICT: UNKNOWN unsupported: call of elsewhere, which has no body at p.c:");
    }

    @Test
    void roundsAreABoundOfLazyAlone() throws IOException {
        String text = """
            #include <assert.h>
            #include <pthread.h>
            int x, y;
            void *f(void *p) { x = 1; y = x; x = y + 1; return p; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, f, 0);
                y = 2;
                assert(x < 4);
                return 0;
            }
            """;
        assertThat(line(check(CheckEngine.LAZY, SearchBounds.of(new Bounds(1, 1)), text)))
                .isEqualTo("VERDICT: HOLDS WITHIN rounds=1");
        assertThat(check(CheckEngine.ORDER, SearchBounds.of(new Bounds(1, 1)), text))
                .isEqualTo(new Verdict.Holds());
    }

    /** More threads than engines follow if their number is not plain. */
    private static final String SEVENTY = """
        #include <assert.h>
        #include <pthread.h>
        extern int __VERIFIER_nondet_int(void);
        static int last;
        static void *mark(void *p) { if ((long)p == %s) last = 1; return p; }
        static void start(long i) { pthread_t t; if (pthread_create(&t, 0, mark, (void *)i)) __builtin_abort(); }
        int main(void) {
            for (long i = 0; i < 70 %s; i++) start(i);
            assert(!last);
            return 0;
        }
        """;

    @Test
    void threadsThatArePlainlyCreatedAreAllFollowed() throws IOException {
        SearchBounds enough = SearchBounds.of(new Bounds(70, 1));
        assertThat(line(check(CheckEngine.ORDER, enough, SEVENTY.formatted("69", ""))))
                .startsWith("VERDICT: VIOLATED assertion");
        assertThat(check(CheckEngine.ORDER, enough, SEVENTY.formatted("70", "")))
                .isEqualTo(new Verdict.Holds());
    }

    @Test
    void aThreadLimitThatCutSomethingIsNamed() throws IOException {
        assertThat(line(check(
                        CheckEngine.ORDER,
                        SearchBounds.of(new Bounds(70, 1)),
                        SEVENTY.formatted("70", "&& __VERIFIER_nondet_int()"))))
                .isEqualTo("VERDICT: HOLDS WITHIN threads=64");
        var five = new SearchBounds(Optional.empty(), Map.of(), Optional.of(5));
        String expected = "VERDICT: HOLDS WITHIN threads=5: 1 of 1 assertions never reached, loop at p.c:8 never left";
        assertThat(line(check(CheckEngine.ORDER, five, SEVENTY.formatted("70", ""))))
                .isEqualTo(expected);
        assertThat(line(check(CheckEngine.LAZY, five, SEVENTY.formatted("70", ""))))
                .isEqualTo(expected);
    }

    /** The number of threads is not plain if a thread starts others of its own kind. */
    @Test
    void threadsThatStartTheirOwnKindAreNotPlain() throws IOException {
        String text = """
            #include <pthread.h>
            static int x;
            static void *again(void *p) { pthread_t t; x = 1; pthread_create(&t, 0, again, p); return p; }
            int main(void) { pthread_t t; pthread_create(&t, 0, again, 0); return 0; }
            """;
        assertThat(line(check(CheckEngine.ORDER, SearchBounds.of(new Bounds(1, 1)), text)))
                .isEqualTo("VERDICT: HOLDS WITHIN threads=64");
    }

    private String endless(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), text);
        var bounds = List.of(new LassoBounds(1, 1, 2));
        var plain = Livelock.Options.DEFAULT;
        var options = new Livelock.Options(
                plain.fairness(),
                plain.thread(),
                plain.response(),
                LivelockEngine.LASSO,
                Optional.of(bounds),
                plain.maxStates(),
                plain.solver(),
                plain.time(),
                plain.workforce());
        return line(Livelock.check(new Input(file, InputOptions.DEFAULT, Dump.NOTHING), options)
                .verdict());
    }

    /** The search for livelocks also has bounds. */
    @Test
    void whatALassoCannotSeeBehindIsNoBound() throws IOException {
        assertThat(endless(FLOATS.formatted("> 3")))
                .isEqualTo("VERDICT: UNKNOWN unsupported: floating-point arithmetic at p.c:6");
        assertThat(endless(FLOATS.formatted("!= n"))).isEqualTo("VERDICT: HOLDS WITHIN stem=1 lasso=1 unwind=2");
    }

    @Test
    void aThreadLimitIsNamedForLassosToo() throws IOException {
        String text = """
            #include <pthread.h>
            static int x;
            static void *again(void *p) { pthread_t t; x = 1; pthread_create(&t, 0, again, p); return p; }
            int main(void) { pthread_t t; pthread_create(&t, 0, again, 0); return 0; }
            """;
        assertThat(endless(text)).isEqualTo("VERDICT: HOLDS WITHIN stem=1 lasso=1 unwind=2 threads=64");
    }
}
