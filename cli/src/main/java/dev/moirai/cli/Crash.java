package dev.moirai.cli;

import dev.moirai.property.Reason;
import dev.moirai.witness.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reports an internal error: one line for the user, and a file with everything needed to reproduce it. */
record Crash(List<String> arguments, Throwable error) {
    /** Reports the error and returns the reason for the verdict. */
    Reason reason(Output output) {
        Reason reason = Reason.of(error);
        if (reason.kind() == Reason.Kind.INTERNAL_ERROR) {
            String what = new Failure("", error).what();
            output.err().println("moirai: internal error: " + what + pleaseReport(saved()));
        }
        return reason;
    }

    /** Reports the failure of an engine beside the answer of others; returns it with the name of the report's file. */
    static Failure told(List<String> arguments, Failure failure, Output output) {
        Optional<Path> file = new Crash(arguments, failure.error()).saved();
        output.err()
                .println("moirai: internal error in engine " + failure.engine() + ": " + failure.what()
                        + pleaseReport(file) + "; the others went on");
        return file.map(path -> failure.savedIn(path.toString())).orElse(failure);
    }

    private static String pleaseReport(Optional<Path> file) {
        return file.map(path -> " (please report it with the file " + path + ")")
                .orElse("");
    }

    private Optional<Path> saved() {
        try {
            Path file = Files.createTempFile("moirai-report-", ".txt");
            Files.writeString(file, text());
            return Optional.of(file);
        } catch (IOException _) {
            return Optional.empty();
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

    /** Appends the input itself if the argument is a file of reasonable size. */
    private static void append(StringBuilder text, String argument) {
        try {
            Path file = Path.of(argument);
            if (!Files.isRegularFile(file) || Files.size(file) > 1_000_000) return;
            text.append("\n---- ").append(argument).append('\n').append(Files.readString(file));
        } catch (IOException | RuntimeException _) {
            // it is no text file, so the report does not contain it
        }
    }
}
