package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code moirai.toml} says what the command line leaves open, and {@code init} writes one. */
class DefaultsTest {
    @TempDir
    private Path folder;

    private Path program;

    @BeforeEach
    void writeProgram() throws IOException {
        program = Files.writeString(
                folder.resolve("p.c"),
                "#include <assert.h>\nint main(void) { for (int i = 0; i < N; i++); assert(N < 4); }\n");
    }

    private void set(String text) throws IOException {
        Files.writeString(folder.resolve("moirai.toml"), text.replace("FILE", program.toString()));
    }

    private Shell moirai(String... args) {
        return Shell.of(output -> new Commands(output, folder).execute(args));
    }

    @Test
    void filesFlagsAndOptionsComeFromIt() throws IOException {
        set("""
            files = ["FILE"]   # the program
            flags = [
                "-DN=3",       # a line each
            ]
            time = '20s'

            [check]
            engine = "explicit"
            property = ["assertion", "memory"]
            strict = true
            [livelock]
            engine = "explicit"
            """);
        assertThat(moirai("check").lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("livelock").lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", "--json").out()).contains("\"assertion\"").doesNotContain("\"deadlock\"");
        // The command line goes before it.
        assertThat(moirai("check", "-DN=4").lastLine()).startsWith("VERDICT: VIOLATED assertion");
        assertThat(moirai("check", "--property", "memory", "-DN=4").lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", "--no-config").err()).contains("check needs a C file");
        assertThat(moirai("check", "other.c").err()).contains("other.c: error: no such file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "time = 60x|1:8|is no value",
                "time = \"60x\"|1:1|is not a time such as",
                "32 = \"yes\"|1:1|32 is true or false",
                "time = true|1:1|time takes a value: TIME",
                "files = \"a.c\"|1:1|files is an array of strings",
                "unwind = 3|1:1|it belongs into the table of a command",
                "[check]#unwnd = 3|2:1|unknown key unwnd in [check]",
                "[chek]#unwind = 3|2:1|there is no table [chek]",
                "time = \"60s|1:8|this string does not end",
                "time = \"1s\"#time = \"2s\"|2:1|time is set twice",
                "a.b = 1|1:2|dotted keys",
                "[[check]]|1:2|arrays of tables",
                "flags = [\"-DN\" \"-DM\"]|1:16|a comma or ] is missing",
                "flags = [\"main.c\"]|1:1|'main.c' is no option of gcc's",
                "[check]#memory = \"4g\"|2:1|memory can stand on the command line only",
                "time = \"1s\" 32 = true|1:13|more on this line than one setting",
                "time|1:5|'=' is missing",
            })
    void whatIsWrongIsSaidWithItsPlace(String text, String place, String message) throws IOException {
        set(text.replace('#', '\n'));
        var refused = moirai("check", program.toString());
        refused.refusedWith(message);
        assertThat(refused.err()).contains("moirai.toml:" + place + ": error: ");
    }

    @Test
    void initWritesWhatItSees() throws IOException {
        Files.createDirectories(folder.resolve("include"));
        Files.createDirectories(folder.resolve(".git"));
        Files.writeString(folder.resolve(".git/x.c"), "int main(void) { }");
        Path src = Files.createDirectories(folder.resolve("src"));
        Files.writeString(src.resolve("queue.c"), "int queue;\n");
        String in = folder.toString();
        assertThat(moirai("init", "--in", in).out()).isEqualTo("wrote " + folder.resolve("moirai.toml") + "\n");
        assertThat(folder.resolve("moirai.toml"))
                .content()
                .contains("files = [\"p.c\", \"src/queue.c\"]\nflags = [\"-Iinclude\"]\n");
        assertThat(moirai("check", program.toString(), "-DN=1", "--engine", "explicit")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS");
        moirai("init", "--in", in).refusedWith("moirai.toml is there already");
        Files.delete(folder.resolve("moirai.toml"));
        Files.writeString(folder.resolve("compile_commands.json"), "[]");
        moirai("init", "--in", in);
        assertThat(folder.resolve("moirai.toml")).content().contains("p = \".\"\n");
    }
}
