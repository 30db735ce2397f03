package dev.moirai.verify.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Budget;
import dev.moirai.witness.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of Java programs that go on for ever though everybody has its turn, and those that only seem to. */
class JvmLivelockTest {
    @TempDir
    Path folder;

    private Answer asked(String body) throws Exception {
        String text = "import java.util.concurrent.atomic.*;\nclass Program {\n" + body + """
                public static void main(String[] args) throws Exception {
                    var other = new Thread(() -> go(1), "other");
                    other.start();
                    go(0);
                    other.join();
                }
            }
            """;
        Path file = Files.writeString(folder.resolve("Program.java"), text);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), file.toString());
        assertThat(status).isZero();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var input =
                new JvmInput(List.of(java, "-cp", folder.toString(), "Program"), List.of(), List.of(), List.of(folder));
        return JvmLivelock.check(input, Budget.of(Optional.empty()));
    }

    @Test
    void bothGiveWayForEverAndTheWitnessGoesRoundAgain() throws Exception {
        Answer answer = asked("""
                static final boolean[] wants = new boolean[2];
                static void go(int me) {
                    wants[me] = true;
                    while (wants[1 - me]) {
                        wants[me] = false;
                        Thread.yield();
                        wants[me] = true;
                    }
                    wants[me] = false;
                }
            """);
        assertThat(answer.verdict()).isInstanceOf(Verdict.Violated.class);
        var violated = (Verdict.Violated) answer.verdict();
        assertThat(violated.violation().property()).isEqualTo(Property.LIVELOCK);
        assertThat(violated.schedule().lassoStart()).isPresent();
        Answer again = JvmReplay.answer(
                answer.evidence().forReplay().orElseThrow(),
                1,
                JvmTrial.Printing.DISCARDED,
                Budget.of(Optional.empty()));
        assertThat(again.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void aSpinLockIsGivenBack() throws Exception {
        Answer answer = asked("""
                static final AtomicBoolean locked = new AtomicBoolean();
                static void go(int me) {
                    while (!locked.compareAndSet(false, true)) Thread.onSpinWait();
                    locked.set(false);
                }
            """);
        assertThat(answer.verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }

    /** What it counts is kept where nobody follows it: nothing is said to come again. */
    @Test
    void whatTheJdkKeepsToItselfCounts() throws Exception {
        Answer answer = asked("""
                static volatile boolean ended;
                static void go(int me) {
                    var random = new java.util.Random(7);
                    while (!ended) if (random.nextInt(2000) == 0) ended = true;
                }
            """);
        assertThat(answer.verdict()).isNotInstanceOf(Verdict.Violated.class);
    }
}
