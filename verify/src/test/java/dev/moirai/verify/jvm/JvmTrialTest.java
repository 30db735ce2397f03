package dev.moirai.verify.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.jvm.JvmFollower;
import dev.moirai.jvm.JvmRun;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.predict.JvmFlips;
import dev.moirai.witness.Answer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs on the real JVM: what they do wrong is told, and happens again. */
class JvmTrialTest {
    @TempDir
    Path folder;

    private JvmInput compiled(String name, String source) throws Exception {
        Path file = folder.resolve(name + ".java");
        Files.writeString(file, source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), file.toString());
        assertThat(status).isZero();
        return input(name);
    }

    private JvmInput input(String program, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-cp", folder.toString(), program));
        command.addAll(List.of(arguments));
        return new JvmInput(command, List.of(), List.of(), List.of(folder));
    }

    private static Answer run(JvmInput input) {
        return JvmTrial.run(input, new JvmSchedule.Steady(), JvmTrial.Printing.KEPT, Budget.of(Optional.empty()));
    }

    @Test
    void anExceptionThatLeavesItsThreadIsAViolationAndReplays() throws Exception {
        var input = compiled("Throws", """
            class Throws {
                static int shared = 1;
                public static void main(String[] args) throws Exception {
                    var thread = new Thread(() -> {
                        shared--;
                    }, "taker");
                    thread.start();
                    thread.join();
                    System.out.println(10 / shared);
                }
            }
            """);
        Answer answer = run(input);
        assertThat(answer.verdict()).isInstanceOf(Verdict.Violated.class);
        var violated = (Verdict.Violated) answer.verdict();
        assertThat(violated.violation().property()).isEqualTo(Property.EXCEPTION);
        assertThat(violated.violation().headline()).isEqualTo("java.lang.ArithmeticException: / by zero");
        assertThat(violated.violation().span().line()).isEqualTo(9);
        assertThat(violated.schedule().steps())
                .anySatisfy(step -> assertThat(step.writes().toString()).contains("Throws.shared", "0"));
        var witness = answer.evidence().forReplay().orElseThrow();
        assertThat(JvmInput.isOf(witness)).isTrue();
        Answer again = JvmReplay.answer(witness, 1, JvmTrial.Printing.DISCARDED, Budget.of(Optional.empty()));
        assertThat(again.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void aReplayThatRunsOutOfTimeTellsHowManyRunsItMade() throws Exception {
        var input = compiled("Fails", """
            class Fails {
                public static void main(String[] args) {
                    throw new IllegalStateException("as ever");
                }
            }
            """);
        var witness = run(input).evidence().forReplay().orElseThrow();
        Answer answer = JvmReplay.answer(
                witness, 100_000, JvmTrial.Printing.DISCARDED, Budget.of(Optional.of(Duration.ofSeconds(10))));
        assertThat(answer.verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(((Verdict.Unknown) answer.verdict()).words())
                .matches("time limit of 10 s reached after [1-9][0-9]* runs?");
    }

    @Test
    void aDeadlockNamesWhoWaitsForWhat() throws Exception {
        var input = compiled("Stuck", """
            class Stuck {
                public static void main(String[] args) throws Exception {
                    var lock = new java.util.concurrent.locks.ReentrantLock();
                    var thread = new Thread(() -> {
                        lock.lock();
                    }, "other");
                    lock.lock();
                    thread.start();
                    thread.join();
                }
            }
            """);
        var violated = (Verdict.Violated) run(input).verdict();
        assertThat(violated.violation().property()).isEqualTo(Property.DEADLOCK);
        assertThat(violated.violation().clauses())
                .containsExactly("other waits for ReentrantLock, held by main", "main waits for the end of other");
        assertThat(violated.violation().span().line()).isEqualTo(5);
    }

    @Test
    void whatFailsOutOfControlIsNotReported() throws Exception {
        var input = compiled("Waits", """
            class Waits {
                static volatile int counter;

                public static void main(String[] args) throws Exception {
                    var busy = new Thread(() -> {
                        while (true) counter++;
                    });
                    busy.setDaemon(true);
                    busy.start();
                    new ProcessBuilder("sleep", "1.5").start().getInputStream().read();
                    throw new IllegalStateException("late");
                }
            }
            """);
        assertThat(run(input).verdict())
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        unknown ->
                                assertThat(unknown.words()).contains("late", "not all of the run was under control"));
    }

    /** How much memory there is, is no matter of the program's threads. */
    @Test
    void lackOfMemoryIsNoViolation() throws Exception {
        var program = compiled("Greedy", """
            class Greedy {
                static final java.util.List<byte[]> all = new java.util.ArrayList<>();
                public static void main(String[] args) throws Exception {
                    var thread = new Thread(() -> { while (true) all.add(new byte[1 << 20]); });
                    thread.start();
                    thread.join();
                }
            }
            """);
        var words = new ArrayList<>(program.command());
        words.add(1, "-Xmx64m");
        var input = new JvmInput(words, List.of(), List.of(), List.of(folder));
        Budget budget = Budget.of(Optional.empty());
        Answer answer = JvmExploration.run(input, new JvmFlips(input, budget), 3, 0, budget);
        assertThat(answer.verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(((Verdict.Unknown) answer.verdict()).words()).contains("out of memory");
    }

    @Test
    void aLogThatBreaksOffIsNotTakenForTheWholeRun() throws Exception {
        var input = compiled("Short", """
            class Short {
                static int x;
                public static void main(String[] args) throws Exception {
                    var thread = new Thread(() -> x++);
                    thread.start();
                    x++;
                    thread.join();
                }
            }
            """);
        Path recorded = folder.resolve("short.jrun");
        JvmRecording.record(input, new JvmSchedule.Steady(), recorded, Budget.of(Optional.empty()));
        assertThat(JvmFollower.follow(JvmRun.read(recorded)).difference()).isEmpty();
        try (var zip = FileSystems.newFileSystem(recorded)) {
            Path log = zip.getPath("log");
            byte[] bytes = Files.readAllBytes(log);
            Files.write(log, Arrays.copyOf(bytes, bytes.length / 2));
        }
        assertThat(JvmFollower.follow(JvmRun.read(recorded)).difference())
                .hasValueSatisfying(it -> assertThat(it).startsWith("the end of the log, which is damaged"));
    }

    @Test
    void whatIsNoJvmProgramIsRefused() {
        assertThatThrownBy(() -> run(input("Nowhere")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no method of the program was run");
        assertThatThrownBy(() -> run(new JvmInput(List.of("mvn", "test"), List.of(), List.of(), List.of())))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("must start a JVM");
        assertThatThrownBy(() -> run(new JvmInput(
                        List.of("java", "-cp", folder.resolve("gone").toString(), "Main"),
                        List.of(),
                        List.of(),
                        List.of())))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("not there");
    }

    /** Thinking about a run may take longer than there is time: what was run by then counts. */
    @Test
    void runsThatHaveBeenCountWhenTheTimeIsUp() throws Exception {
        var input = compiled("Fine", """
            class Fine {
                public static void main(String[] args) {}
            }
            """);
        JvmLeads endless = new JvmLeads() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Lead next() {
                throw new GaveUpException(new Reason(Reason.Kind.TIME, "the time is up"));
            }

            @Override
            public List<String> remarks() {
                return List.of();
            }
        };
        Answer answer = JvmExploration.run(input, endless, 5, 0, Budget.of(Optional.empty()));
        assertThat(answer.verdict()).isInstanceOf(Verdict.HoldsWithin.class);
        assertThat(answer.verdict().toString()).contains("of 5 runs");
    }
}
