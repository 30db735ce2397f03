package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A verdict within bounds names what no run within them reaches, and is UNKNOWN if nothing that the question is about
 * is reached.
 */
class VacuityTest {
    private static final SearchBounds FOUR = SearchBounds.of(new Bounds(4, 1));

    @TempDir
    Path folder;

    private String line(CheckEngine engine, Set<Property> properties, String text) throws IOException {
        return Asking.line(new Asking(folder, text, properties, FOUR).by(engine));
    }

    /**
     * A loop before everything else that takes more iterations than the bound, which is plain from the text or only
     * known to a solver.
     */
    private static String behindALoop(String limit) {
        return """
            #include <assert.h>
            #include <pthread.h>
            extern int __VERIFIER_nondet_int(void);
            extern void __VERIFIER_assume(int);
            static int done, waste;
            static void *work(void *p) { done++; assert(done < 3); return p; }
            int main(void) {
                pthread_t a, b;
                int limit = %s;
                __VERIFIER_assume(limit > 20);
                for (int i = 0; i < limit; i++)
                    waste += i;
                pthread_create(&a, 0, work, 0);
                pthread_create(&b, 0, work, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                assert(done <= 2);
                return 0;
            }
            """.formatted(limit);
    }

    private static final String PLAIN = behindALoop("40");
    private static final String HIDDEN = behindALoop("__VERIFIER_nondet_int()");

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER", "AUTO"})
    void whatIsBehindTheBoundIsCounted(CheckEngine engine) throws IOException {
        String expected =
                "VERDICT: HOLDS WITHIN unwind=4: 2 of 2 threads never started, 2 of 2 assertions never reached,"
                        + " loop at p.c:11 never left";
        // The number of rounds is determined from the text of the program, which has the threads.
        assertThat(line(engine, EnumSet.of(Property.ASSERTION, Property.MEMORY), HIDDEN))
                .isEqualTo(engine == CheckEngine.LAZY ? expected.replace("=4", "=4 rounds=1") : expected);
        if (engine == CheckEngine.AUTO) return; // the explicit search proves the other one
        assertThat(line(engine, EnumSet.of(Property.ASSERTION, Property.MEMORY), PLAIN))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void nothingOfThePropertyIsNoAnswer(CheckEngine engine) throws IOException {
        Map<Property, String> unreached = Map.of(
                Property.ASSERTION, "2 of 2 assertions never reached",
                Property.DEADLOCK, "no thread comes to where it may wait",
                Property.LOCK_MISUSE, "no lock is used, nor the like");
        for (Property property : unreached.keySet()) {
            assertThat(line(engine, EnumSet.of(property), HIDDEN))
                    .startsWith("VERDICT: UNKNOWN nothing that was asked about is reached within unwind=4")
                    .contains(": 2 of 2 threads never started, " + unreached.get(property) + ", loop at p.c:");
        }
    }

    @Test
    void aRaceNeedsAThread() throws IOException {
        assertThat(line(CheckEngine.ORDER, EnumSet.of(Property.DATA_RACE), PLAIN))
                .startsWith("VERDICT: UNKNOWN nothing that was asked about is reached within unwind=4: 2 of 2 threads");
    }

    /** An assertion that always fails is asked about at the branch before it. */
    private static final String CHECKED = """
        #include <pthread.h>
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        static int x;
        static void check(int holds) { if (!holds) reach_error(); }
        static void *work(void *p) { x = 1; return p; }
        int main(void) {
            pthread_t a;
            %s
            pthread_create(&a, 0, work, 0);
            while (__VERIFIER_nondet_int()) check(x < 2);
            %s
            return 0;
        }
        """;

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void anAssertionThatIsAskedAboutIsReached(CheckEngine engine) throws IOException {
        assertThat(line(engine, EnumSet.of(Property.ASSERTION), CHECKED.formatted("", "")))
                .matches("VERDICT: HOLDS WITHIN unwind=4( rounds=1)?");
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void anErrorBehindALoopIsNotAskedAbout(CheckEngine engine) throws IOException {
        String endless = "for (int i = 0; i < 40; i++) x = 0;";
        assertThat(line(engine, EnumSet.of(Property.ASSERTION), CHECKED.formatted(endless, "")))
                .isEqualTo("VERDICT: UNKNOWN nothing that was asked about is reached within unwind=4:"
                        + " 1 of 1 threads never started, 1 of 1 assertions never reached, loop at p.c:9 never left");
        assertThat(line(engine, EnumSet.of(Property.ASSERTION), CHECKED.formatted("", endless + " reach_error();")))
                .matches("VERDICT: HOLDS WITHIN unwind=4( rounds=1)?: 1 of 2 assertions never reached, loop at p.c:12"
                        + " never left");
    }

    /** Larger bounds reach what smaller ones do not. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void growingBoundsComeThere(CheckEngine engine) throws IOException {
        String text = CHECKED.formatted("for (int i = 0; i < 3; i++) x = 0;", "");
        assertThat(line(engine, EnumSet.of(Property.ASSERTION), text)).doesNotContain("never");
    }

    @Test
    void threadsThatALimitKeepsOutAreCounted() throws IOException {
        var one = new SearchBounds(Optional.empty(), Map.of(), Optional.of(1));
        assertThat(Asking.line(
                        new Asking(folder, CHECKED.formatted("", ""), Property.defaults(), one).by(CheckEngine.ORDER)))
                .startsWith("VERDICT: HOLDS WITHIN threads=1: 1 of 1 threads never started");
    }

    /** Whether a thread with attributes is detached is decided when it starts: one thread, though two instructions. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aThreadWithAttributesIsOneThread(CheckEngine engine) throws IOException {
        String text = """
            #include <pthread.h>
            int x;
            void *run(void *unused) { x = 1; return 0; }
            int main(void) {
                pthread_t t;
                pthread_attr_t attributes;
                pthread_attr_init(&attributes);
                pthread_create(&t, &attributes, run, 0);
                while (x < 1) ;
                return 0;
            }
            """;
        assertThat(line(engine, EnumSet.of(Property.DEADLOCK), text))
                .startsWith("VERDICT: HOLDS WITHIN unwind=4")
                .doesNotContain("never started");
    }
}
