package dev.moirai.junit;

import dev.moirai.property.Verdict;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceTexts;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmExploration;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.verify.predict.JvmFlips;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.WitnessFile;
import dev.moirai.witness.story.Telling;
import dev.moirai.witness.text.FailureText;
import dev.moirai.witness.text.Glyphs;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.VerdictLine;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Runs the methods with {@link MoiraiTest} in JVMs of their own, instead of here. */
public final class MoiraiExtension implements InvocationInterceptor {
    /** The file of a witness: only its test is run, and only as the witness says. */
    private static final String REPLAY = "moirai.replay";

    private static final int WIDTH = 110;

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        Class<?> type = context.getRequiredTestClass();
        Method method = called.getExecutable();
        RefusedTests.check(type, method);
        String witness = System.getProperty(REPLAY, "");
        if (witness.isEmpty()) explore(type, method, context);
        else replay(Path.of(witness), type, method);
    }

    /** Methods that come before the test run in the JVM of the test, so not here. */
    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    private static void explore(Class<?> type, Method method, ExtensionContext context) {
        MoiraiTest asked = method.getAnnotation(MoiraiTest.class);
        JvmInput input = TestCommand.of(type, method);
        Budget budget = Budget.of(Optional.of(Duration.ofSeconds(asked.seconds())));
        Answer answer;
        try {
            answer = JvmExploration.run(input, new JvmFlips(input, budget), asked.runs(), 0, budget);
        } catch (InputException e) {
            throw new AssertionFailedError("moirai: " + e.getMessage(), e);
        }
        answer.evidence()
                .forReplay()
                .filter(_ -> answer.verdict() instanceof Verdict.Violated)
                .ifPresent(witness -> fail(answer, witness, type, method));
        if (!(answer.verdict() instanceof Verdict.HoldsWithin)) {
            throw new TestAbortedException("moirai: " + VerdictLine.words(answer));
        }
        if (answer.cost().statistics().counts().getOrDefault("threads", 0L) < 2) {
            throw new AssertionFailedError(
                    "moirai: only one thread was seen, so there is nothing to interleave: is this a test of threads?");
        }
        context.publishReportEntry("moirai", VerdictLine.words(answer) + "; " + String.join("; ", remarks(answer)));
    }

    private static List<String> remarks(Answer answer) {
        return answer.evidence() instanceof Evidence.Run run ? run.remarks() : List.of();
    }

    private static void fail(Answer answer, Witness witness, Class<?> type, Method method) {
        Path file = reports().resolve(type.getName() + "." + method.getName() + ".moirai.json");
        String saved;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, WitnessFile.write(witness));
            saved = "witness: " + file + "\nagain: -Dtest=" + type.getSimpleName() + "#" + method.getName() + " -D"
                    + REPLAY + "=" + file;
        } catch (IOException e) {
            saved = "the witness cannot be written to " + file + ": " + e.getMessage();
        }
        throw new AssertionFailedError(story(answer) + String.join("\n", remarks(answer)) + "\n" + saved);
    }

    /** Where test reports lie: Maven's folder, else Gradle's. */
    private static Path reports() {
        if (Files.isDirectory(Path.of("target"))) return Path.of("target", "surefire-reports");
        return Files.isDirectory(Path.of("build")) ? Path.of("build", "test-results") : Path.of("");
    }

    private static String story(Answer answer) {
        if (!(answer.verdict() instanceof Verdict.Violated(var violation, var schedule))) return "";
        var text = new FailureText(new Interleaving(WIDTH, Glyphs.ASCII, Paint.PLAIN), Telling.FOCUSED);
        return text.of(violation, schedule, new SourceTexts());
    }

    private static void replay(Path file, Class<?> type, Method method) {
        Witness witness;
        try {
            witness = WitnessFile.read(Files.readString(file));
        } catch (IOException | JsonException e) {
            throw new AssertionFailedError("moirai: cannot read the witness " + file + ": " + e.getMessage(), e);
        }
        if (!TestCommand.isOf(witness, type, method)) {
            throw new TestAbortedException("moirai: " + file + " is a witness of another test");
        }
        Answer answer = JvmReplay.answer(
                TestCommand.withOptions(witness), 1, JvmTrial.Printing.LIVE, Budget.of(Optional.empty()));
        String words = String.join("\n", remarks(answer));
        if (answer.verdict() instanceof Verdict.Violated) throw new AssertionFailedError(story(answer) + words);
        throw new TestAbortedException("moirai: " + VerdictLine.words(answer) + "\n" + words);
    }
}
