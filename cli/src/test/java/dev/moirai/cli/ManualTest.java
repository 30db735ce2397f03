package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a release brings along: manual page, completions, and the licences of what is in it. */
class ManualTest {
    @TempDir
    Path folder;

    @Test
    void thePageHasEveryCommandAndOption() {
        String page = Manual.of("man");
        for (Commands.Entry entry : Commands.ALL) {
            assertThat(page).contains(".SS moirai " + entry.name().replace("-", "\\-"));
            for (Option<?> option : Commands.command(entry.name()).syntax().options()) {
                assertThat(page).contains(option.names().getFirst().replace("-", "\\-"));
            }
        }
        // Every line that begins with a dot is a request we wrote.
        assertThat(page.lines().filter(line -> line.startsWith(".")))
                .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|B|I)( .*)?"));
    }

    @Test
    void bashCompletesCommandsAndTheirOptions() throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("completion"), Manual.of("bash"));
        assertThat(completed(script, "moirai", "term")).containsExactly("terminates");
        assertThat(completed(script, "moirai", "check", "--unw")).contains("--unwind");
        assertThat(completed(script, "moirai", "replay", "--unw")).isEmpty();
        assertThat(completed(script, "moirai", "check", folder + "/compl")).containsExactly(script.toString());
    }

    private static List<String> completed(Path script, String... words) throws IOException, InterruptedException {
        String commands = ". " + script + "; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1) + "; _moirai; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return output("bash", "-c", commands)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void fishHasALineForEachOption() {
        assertThat(Manual.of("fish").lines())
                .allMatch(line -> line.startsWith("complete -c moirai -n "))
                .anyMatch(line -> line.contains("from livelock' -l stem -r "));
    }

    @Test
    void theNoticeNamesTheLicenceOfEveryArchive() throws IOException, InterruptedException {
        Path classPath = Files.writeString(
                folder.resolve("classpath"), Objects.requireNonNull(System.getProperty("surefire.test.class.path")));
        String notice = output(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Path.of("../release/Notice.java").toString(),
                classPath.toString());
        for (String shipped : List.of(
                "io.github.cvc5:cvc5:",
                "io.joern:eclipse-cdt-core:",
                "org.sosy-lab:javasmt-solver-z3:",
                "org.ow2.asm:asm:")) {
            assertThat(notice).containsPattern("(?m)^" + shipped + ".*\n    \\S");
        }
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
