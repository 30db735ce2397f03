package dev.moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An error of our own: one line for the user, and a file with everything needed to see it again. */
record Crash(List<String> arguments, Throwable error) {
    /** What the user is told in a verdict, an error of our own having been reported. */
    String reason(Output output) {
        switch (error) {
            case OutOfMemoryError _ -> {
                return "out of memory (--memory gives more)";
            }
            case StackOverflowError _ -> {
                return "out of stack: the program is nested too deeply";
            }
            default -> {
                String what = error.getClass().getSimpleName() + ": " + error.getMessage();
                String firstLine = what.lines().findFirst().orElse("");
                output.err().println("moirai: internal error: " + firstLine + saved());
                return "internal error";
            }
        }
    }

    int report(Output output) {
        String reason = reason(output);
        output.out().println("VERDICT: UNKNOWN " + reason);
        return ExitCode.UNKNOWN;
    }

    private String saved() {
        try {
            Path file = Files.createTempFile("moirai-report-", ".txt");
            Files.writeString(file, text());
            return " (please report it with the file " + file + ")";
        } catch (IOException _) {
            return "";
        }
    }

    private String text() {
        var trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        var text = new StringBuilder("moirai " + Version.number() + "\n");
        for (String key : List.of("java.vm.version", "java.vm.vendor", "os.name", "os.arch")) {
            text.append(key).append(": ").append(System.getProperty(key)).append('\n');
        }
        text.append("arguments: ").append(arguments).append("\n\n").append(trace);
        for (String argument : arguments) append(text, argument);
        return text.toString();
    }

    /** The input itself, where an argument is a file of reasonable size. */
    private static void append(StringBuilder text, String argument) {
        try {
            Path file = Path.of(argument);
            if (!Files.isRegularFile(file) || Files.size(file) > 1_000_000) return;
            text.append("\n---- ").append(argument).append('\n').append(Files.readString(file));
        } catch (IOException | RuntimeException _) {
            // not a text file of ours: the report goes without it
        }
    }
}
