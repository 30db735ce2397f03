package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Predicted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions from runs of Java programs: what one run nearly did. */
class JvmPredictionTest {
    private static final String PROGRAMS = """
        class LostUpdate {
            static int n;
            static void add() { int x = n; n = x + 1; }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdate::add, LostUpdate::add);
                assert n == 2 : n;
            }
        }

        class LockCycle {
            static final Object A = new Object();
            static final ReentrantLock B = new ReentrantLock();
            static void one() { synchronized (A) { B.lock(); B.unlock(); } }
            static void other() { B.lock(); synchronized (A) { } B.unlock(); }
            public static void main(String[] a) throws Exception { Two.run(LockCycle::one, LockCycle::other); }
        }

        class NullReference {
            static volatile String name = "x";
            static void use() { if (name != null) name.length(); }
            static void drop() { name = null; }
            public static void main(String[] a) throws Exception { Two.run(NullReference::use, NullReference::drop); }
        }

        class BrokenBlock {
            static int seen;
            static synchronized void count() { int x = seen; seen = x + 1; }
            static void reset() { seen = 5; }
            public static void main(String[] a) throws Exception { Two.run(BrokenBlock::count, BrokenBlock::reset); }
        }

        class LostSignal {
            static final Object M = new Object();
            static void await() { synchronized (M) { try { M.wait(); } catch (InterruptedException e) { } } }
            static void signal() { synchronized (M) { M.notify(); } }
            public static void main(String[] a) throws Exception { Two.run(LostSignal::await, LostSignal::signal); }
        }

        class Overdraft {
            static int balance = 100;
            static synchronized boolean has(int n) { return balance >= n; }
            static synchronized void take(int n) {
                balance -= n;
                if (balance < 0) throw new IllegalStateException("overdrawn");
            }
            static void withdraw(int n) { if (has(n)) take(n); }
            public static void main(String[] a) throws Exception {
                Two.run(() -> withdraw(80), () -> withdraw(70));
            }
        }

        class WaitsOnceOnly {
            static final Object M = new Object();
            static boolean ready;
            static void await() {
                synchronized (M) {
                    try { if (!ready) M.wait(); } catch (InterruptedException e) { }
                    if (!ready) throw new IllegalStateException("woken for nothing");
                }
            }
            static void signal() { synchronized (M) { ready = true; M.notify(); } }
            public static void main(String[] a) throws Exception { Two.run(WaitsOnceOnly::await, WaitsOnceOnly::signal); }
        }

        class SleepsALittleLonger {
            static int divisor = 42;
            static void sleep(long millis) { try { Thread.sleep(millis); } catch (InterruptedException e) { } }
            static void clear() { sleep(1001); divisor = 0; }
            static void divide() { sleep(1000); System.out.println(420 / divisor); }
            public static void main(String[] a) throws Exception {
                Two.run(SleepsALittleLonger::clear, SleepsALittleLonger::divide);
            }
        }

        class MapOfOneThread {
            static final Map<String, Integer> known = new HashMap<>();
            public static void main(String[] a) throws Exception {
                Two.run(() -> known.put("a", 1), () -> known.put("b", 1));
            }
        }
        """;

    @TempDir
    static Path folder;

    private static PredictedPrograms programs;

    @BeforeAll
    static void compile() throws IOException {
        programs = PredictedPrograms.compiled(folder, PROGRAMS);
    }

    /** What was found is found again by its witness alone, in a JVM of its own. */
    @Test
    void witnessesReplay() {
        for (String program : List.of("LostUpdate", "LockCycle", "BrokenBlock")) {
            Answer answer = programs.asked(program, OptionalInt.empty());
            for (Predicted each : PredictedPrograms.predicted(answer)) {
                Answer again = JvmReplay.answer(
                        each.witness().get(), 1, JvmTrial.Printing.DISCARDED, Budget.of(Optional.empty()));
                assertThat(again.verdict())
                        .as("%s: %s", program, each.violation())
                        .isInstanceOf(Verdict.Violated.class);
            }
        }
    }

    @Test
    void aLostUpdateFailsAnAssertion() {
        assertThat(programs.found("LostUpdate")).containsExactly("assertion", "data-race");
    }

    @Test
    void locksOfBothKindsMakeACycle() {
        assertThat(programs.found("LockCycle")).containsExactly("deadlock");
    }

    @Test
    void aReferenceBecomesNullBetweenCheckAndUse() {
        assertThat(programs.found("NullReference")).containsExactly("exception");
    }

    @Test
    void aSynchronizedBlockIsBroken() {
        assertThat(programs.found("BrokenBlock")).containsExactly("atomicity", "data-race");
    }

    @Test
    void aSignalComesBeforeItsWait() {
        assertThat(programs.found("LostSignal")).containsExactly("deadlock");
    }

    @Test
    void aWaitMayEndForNoReason() {
        assertThat(programs.found("WaitsOnceOnly")).containsExactly("exception");
    }

    @Test
    void sleepingOrdersNothing() {
        assertThat(programs.found("SleepsALittleLonger")).containsExactly("data-race", "exception");
    }

    @Test
    void aMapThatIsNotMadeForThreadsRaces() {
        assertThat(programs.found("MapOfOneThread")).containsExactly("data-race");
    }

    @Test
    void aBranchNotTakenIsExplored() {
        assertThat(programs.found("Overdraft")).isEmpty();
        assertThat(PredictedPrograms.found(programs.asked("Overdraft", OptionalInt.of(10))))
                .containsExactly("exception");
    }
}
