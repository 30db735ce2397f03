package dev.moirai.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the commands of transcripts one after the other, in the current folder. Plain command lines of Moirai run in
 * this process, which is faster; all others run in a shell, which finds {@code ./moirai} in the folder.
 */
final class TranscriptSession {
    private TranscriptSession() {}

    /** @param args a folder with the commands, {@code 0.command} and so on; their output is written beside them */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        for (int i = 0; Files.exists(folder.resolve(i + ".command")); i++) {
            String command = Files.readString(folder.resolve(i + ".command"));
            Files.writeString(folder.resolve(i + ".output"), output(command));
        }
        Runtime.getRuntime().exit(0);
    }

    private static String output(String command) throws IOException, InterruptedException {
        boolean plain = command.startsWith("./moirai ")
                && !command.contains("--native")
                && command.chars().noneMatch(c -> "|<>;&$`".indexOf(c) >= 0);
        if (!plain) return shell(command);
        var words = List.of(shell("printf '%s\\0' " + command).split("\0"));
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new Commands(new Output(out, out, Terminal.NONE))
                .execute(words.subList(1, words.size()).toArray(String[]::new));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String shell(String command) throws IOException, InterruptedException {
        var process = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
