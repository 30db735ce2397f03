package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that docs/ci.md has for build servers, and the files that the jobs hand on. */
class BuildServersTest {
    private static final Pattern COMMAND = Pattern.compile("moirai/bin/moirai (check .*)");
    private static final Pattern FILE = Pattern.compile("\\bmoirai\\.(?:sarif|html|xml)\\b");

    @TempDir
    Path folder;

    @Test
    void jobsFindTheFilesThatTheirCommandsWrite() throws IOException {
        String page = Files.readString(Path.of("../docs/ci.md"));
        List<String> jobs = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(jobs).hasSize(2);
        for (String job : jobs) {
            var command = COMMAND.matcher(job);
            assertThat(command.find()).as(job).isTrue();
            Path out = Files.createDirectory(folder.resolve("job" + jobs.indexOf(job)));
            var words = new ArrayList<String>();
            for (String word : command.group(1).split(" ")) {
                if (word.equals("src/*.c")) {
                    words.add("../examples/check/counter.c");
                    words.add("../examples/check/counter-race.c");
                } else if (word.contains("=")) words.add(word.replace("=", "=" + out + "/"));
                else words.add(word.startsWith(".") ? out + "/" + word : word);
            }
            var answer = moirai(words.toArray(String[]::new));
            assertThat(answer.exitCode()).as(answer.err()).isEqualTo(ExitCode.VIOLATION);
            var handedOn = FILE.matcher(job.substring(command.end()));
            int files = 0;
            for (; handedOn.find(); files++)
                assertThat(out.resolve(handedOn.group())).isNotEmptyFile();
            assertThat(files).isEqualTo(2);
            assertThat(out.resolve(".moirai-cache")).isNotEmptyDirectory();
        }
    }
}
