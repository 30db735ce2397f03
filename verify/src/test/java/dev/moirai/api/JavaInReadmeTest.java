package dev.moirai.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.source.InputException;
import dev.moirai.verify.check.CheckEngine;
import dev.moirai.witness.Evidence;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java program in README compiles, and answers as the command does; what docs/java.md shows compiles too. */
class JavaInReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path classes;

    @Test
    void compilesAndRuns() throws Exception {
        String inDocs = "String words(Answer answer) {\n" + block(Path.of("../docs/java.md")) + "return words;\n}\n";
        String program = block(Path.of("../README.md")).replace("Path.of(\"", "Path.of(\"../");
        compile("import dev.moirai.witness.Answer;\n" + program + inDocs);
        String printed;
        try (var loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            printed = printedBy(loader.loadClass("Ask"));
        }
        assertThat(printed)
                .contains("the signal of signaller (step ")
                .contains("VERDICT: VIOLATED deadlock at ../examples/check/lost-wakeup.c:18 (thread waiter)");
    }

    /** The first block of Java in a page. */
    private static String block(Path page) throws Exception {
        var block = BLOCK.matcher(Files.readString(page));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private void compile(String text) {
        var source = new SimpleJavaFileObject(URI.create("string:///Ask.java"), SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean lenient) {
                return text;
            }
        };
        var options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
        var compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.getTask(null, null, null, options, null, List.of(source))
                        .call())
                .isTrue();
    }

    private static String printedBy(Class<?> program) throws Exception {
        var bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            var constructor = program.getDeclaredConstructor();
            constructor.setAccessible(true);
            var main = program.getDeclaredMethod("main");
            main.setAccessible(true);
            main.invoke(constructor.newInstance());
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theOtherQuestionsAreAnsweredToo() {
        var endless = Moirai.livelock(Path.of("../examples/livelock/fig1b.c")).run();
        assertThat(endless.verdict()).isInstanceOf(Verdict.Violated.class);
        var ends = Moirai.terminates(Path.of("../examples/terminates/choice.c"))
                .thread("first")
                .run();
        assertThat(ends.verdict()).isInstanceOf(Verdict.Holds.class);
        assertThat(Moirai.explain(ends)).contains("thread first: TERMINATES");
        assertThat(Moirai.json(ends)).startsWith("{");
    }

    @Test
    void whatOneRunCouldHaveDone() throws Exception {
        Path file = Path.of("../examples/predict/bank.c");
        var answer = Moirai.predict(file)
                .property(Property.ASSERTION, Property.DEADLOCK)
                .run();
        assertThat(Moirai.explain(answer))
                .contains("deadlock at ../examples/predict/bank.c:11")
                .doesNotContain("data-race at")
                .contains("VERDICT: VIOLATED assertion at ../examples/predict/bank.c:42 (2 violations)");
        Path witness = Files.writeString(
                classes.resolve("w.json"), Moirai.witness(answer).orElseThrow());
        assertThat(Moirai.explain(Moirai.replay(witness))).contains("VERDICT: VIOLATED assertion");
        var behind =
                Moirai.predict(Path.of("../examples/predict/behind-a-branch.c")).property(Property.ASSERTION);
        assertThat(behind.run().verdict()).isInstanceOf(Verdict.HoldsWithin.class);
        assertThat(behind.explore(5).run().verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void oneRunIsTheCommands() {
        var answer = Moirai.run(Path.of("../examples/run/flaky.c")).seed(4).run();
        assertThat(Moirai.explain(answer)).contains("VERDICT: VIOLATED assertion at ../examples/run/flaky.c:30");
        assertThat(((Evidence.Run) answer.evidence()).printed()).hasValue("1 hits\n");
    }

    @Test
    void severalFilesAndFlags() {
        Path folder = Path.of("../examples/project");
        var answer = Moirai.check(folder.resolve("main.c"))
                .linkedWith(folder.resolve("queue.c"))
                .flags("-I" + folder.resolve("include"))
                .engine(CheckEngine.EXPLICIT)
                .run();
        assertThat(Moirai.explain(answer)).contains("VERDICT: VIOLATED deadlock");
    }

    @Test
    void whatContradictsItselfIsRefused() {
        var file = Path.of("../examples/check/peterson.c");
        assertThatThrownBy(() -> Moirai.check(file)
                        .engine(CheckEngine.EXPLICIT)
                        .rounds(2)
                        .run())
                .hasMessageContaining("only the lazy engine has rounds");
        assertThatThrownBy(() -> Moirai.check(file).property(Property.LIVELOCK).run())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> Moirai.predict(file).property(Property.EXCEPTION).run())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Moirai.check(Path.of("missing.c")).run()).isInstanceOf(InputException.class);
    }
}
