package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;

/** Runs a command line as a shell would, and has its result. JSON output and SARIF reports are checked against their schemas. */
record Shell(int exitCode, String out, String err) {
    private static final String SARIF = "sarif=";

    static Shell moirai(String... args) {
        var result = of(output -> new Commands(output).execute(args));
        var words = List.of(args);
        int handedOn = words.indexOf("--");
        var own = handedOn < 0 ? words : words.subList(0, handedOn);
        boolean isHelp = own.contains("--help") || own.contains("-h");
        if (own.contains("--json") && !isHelp) Schemas.mustBeAnAnswer(result.out);
        for (String option : List.of("--witness", "--save-schedule")) {
            int at = own.indexOf(option);
            boolean isWritten = at >= 0 && result.err.isEmpty() && Files.isRegularFile(Path.of(own.get(at + 1)));
            if (isWritten) Schemas.mustBeASchedule(Path.of(own.get(at + 1)));
        }
        for (String word : own) {
            int at = word.indexOf(SARIF);
            if (at < 0) continue;
            Path report = Path.of(word.substring(at + SARIF.length()));
            if (Files.isRegularFile(report)) Schemas.mustBeSarif(report);
        }
        return result;
    }

    /** The output and the exit code of some work. */
    static Shell of(ToIntFunction<Output> work) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var output = new Output(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Terminal.NONE);
        int exitCode = work.applyAsInt(output);
        var result = new Shell(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        assertThat(result.out + result.err).doesNotContain("\tat dev.moirai");
        return result;
    }

    /** Asserts that usage or input was rejected: exit code 2, no output but messages, and this text among them. */
    void refusedWith(String message) {
        assertThat(err).contains(message);
        assertThat(out).isEmpty();
        assertThat(exitCode).isEqualTo(ExitCode.INPUT);
    }

    String lastLine() {
        return out.lines().reduce("", (_, line) -> line);
    }
}
