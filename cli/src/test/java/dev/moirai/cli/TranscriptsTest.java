package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands print what README and docs say: every block {@code ```console} is run, in a folder of its own that has the
 * examples in it. {@code -Dgolden=write} updates the pages.
 */
class TranscriptsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final boolean WRITING = "write".equals(System.getProperty("golden"));

    private static final boolean GCC =
            Stream.of(System.getenv("PATH").split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, "gcc")));

    @TempDir
    static Path work;

    @TempDir
    static Path commands;

    private static List<Transcript> transcripts = List.of();

    @BeforeAll
    static void runThemAll() throws IOException, InterruptedException {
        var found = new ArrayList<Transcript>();
        for (Path page : pages()) found.addAll(Transcript.in(name(page), Files.readAllLines(page)));
        transcripts = List.copyOf(found);
        for (int i = 0; i < transcripts.size(); i++) {
            Files.writeString(
                    commands.resolve(i + ".command"), transcripts.get(i).command());
        }
        Files.createSymbolicLink(work.resolve("examples"), ROOT.resolve("examples"));
        Path launcher = Files.writeString(
                work.resolve("moirai"),
                "#!/bin/sh\nexec " + String.join(" ", FreshJvm.running(Main.class)) + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        var process = new ProcessBuilder(FreshJvm.running(TranscriptSession.class, commands.toString()))
                .directory(work.toFile())
                .inheritIO()
                .start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) process.destroyForcibly();
    }

    @AfterAll
    static void leaveTheExamplesAlone() throws IOException {
        Files.delete(work.resolve("examples"));
    }

    @TestFactory
    Stream<DynamicTest> pagesSayWhatCommandsPrint() {
        assertThat(transcripts).isNotEmpty();
        return Stream.iterate(0, i -> i < transcripts.size(), i -> i + 1).map(this::test);
    }

    private DynamicTest test(int i) {
        Transcript transcript = transcripts.get(i);
        String place = transcript.page() + ":" + (transcript.first() + 1);
        return DynamicTest.dynamicTest(place + ": " + transcript.command(), () -> {
            var actual = Files.readAllLines(commands.resolve(i + ".output"));
            if (transcript.needsGcc()) assumeThat(GCC).as("gcc is installed").isTrue();
            if (transcript.matches(actual)) return;
            assertThat(actual).noneMatch(line -> line.contains("internal error"));
            if (WRITING) rewrite(i, actual);
            else
                assertThat(String.join("\n", actual))
                        .as(place + " (write it anew: -Dgolden=write)")
                        .isEqualTo(String.join("\n", transcript.expected()));
        });
    }

    /**
     * Updates the page of transcript {@code i}. Its number stays the same even if earlier updates have moved it to
     * other lines.
     */
    private static void rewrite(int i, List<String> actual) throws IOException {
        String page = transcripts.get(i).page();
        int among = (int) transcripts.subList(0, i).stream()
                .filter(other -> other.page().equals(page))
                .count();
        var lines = new ArrayList<>(Files.readAllLines(ROOT.resolve(page)));
        Transcript now = Transcript.in(page, lines).get(among);
        var output = lines.subList(now.end() - now.expected().size(), now.end());
        output.clear();
        output.addAll(now.rewritten(actual));
        Files.write(ROOT.resolve(page), lines);
    }

    @Test
    void noOutputIsShownThatNoTestHasSeen() throws IOException {
        for (Path page : pages()) {
            assertThat(Transcript.unseen(name(page), Files.readAllLines(page)))
                    .as("a block with output is ```console, or ```console not run: REASON")
                    .isEmpty();
        }
    }

    @Test
    void elidedLinesStandForAnyNumber() {
        var transcript = Transcript.in(
                        "page", List.of("```console", "$ ./moirai x", "a", "...", "c 0.12 s", "d ...", "```"))
                .getFirst();
        assertThat(transcript.matches(List.of("a", "b", "b", "c 3 s", "d e f"))).isTrue();
        assertThat(transcript.matches(List.of("a", "c 3.4 s", "d"))).isTrue();
        assertThat(transcript.matches(List.of("a", "b", "c", "d"))).isFalse();
        assertThat(transcript.matches(List.of("b", "c 3 s", "d"))).isFalse();
        assertThat(transcript.matches(List.of("a", "c 3 s", "d", "e"))).isFalse();
        assertThat(transcript.rewritten(List.of("1", "2", "3", "4", "5"))).containsExactly("1", "...", "4", "5");
    }

    private static List<Path> pages() {
        try (var files = Files.walk(ROOT, 2)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.endsWith("CHANGELOG.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path page) {
        return ROOT.relativize(page).toString();
    }
}
