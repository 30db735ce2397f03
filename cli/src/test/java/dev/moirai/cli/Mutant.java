package dev.moirai.cli;

import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A damaged file, the command that gets it, and how the command may end. */
record Mutant(String file, List<String> words) {
    private static final Pattern NO_WORDS_OF_OURS = Pattern.compile(
            "\\bat (dev\\.moirai|java|org)\\.|[a-z]Exception\\b|[a-z]Error\\b|internal error|\\bnull\\b|Optional");

    /** Messages about the file as a whole, which name no line. */
    private static final List<String> WHOLE_FILE = List.of(
            "the file is empty",
            "this is a binary file",
            "there is no function main",
            "it does not begin like one",
            "every premise must ask one question",
            "nothing to predict from",
            "nothing to record",
            "this is not text",
            "is not there",
            "does not say what it is of");

    boolean isJson() {
        return words.contains("--json");
    }

    /** What is wrong with how the command ended, if anything. */
    Optional<String> complaint(Shell ended) {
        if (ended.exitCode() < 0 || ended.exitCode() > 3) return Optional.of("exit code " + ended.exitCode());
        String ours = ours(ended);
        var strange = NO_WORDS_OF_OURS.matcher(ours);
        if (strange.find() && !isInTheFile(strange.group())) return Optional.of("says '" + strange.group() + "'");
        if (isJson()) return notJson(ended.out());
        if (ended.exitCode() == ExitCode.INPUT && !ended.err().contains(file))
            return Optional.of("does not name the file");
        if (ended.exitCode() == ExitCode.INPUT && !namesALine(ended.err())) return Optional.of("names no line");
        if (ended.exitCode() == ExitCode.UNKNOWN && !ended.lastLine().startsWith("VERDICT: UNKNOWN ")) {
            return Optional.of("no verdict");
        }
        return Optional.empty();
    }

    private boolean isInTheFile(String word) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1).contains(word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Our own part of the output, without lines of the user's source and without the output of the program. */
    private String ours(Shell ended) {
        var lines = new ArrayList<String>();
        ended.err().lines().filter(line -> !line.startsWith(" ")).forEach(lines::add);
        lines.add(ended.lastLine());
        return String.join("\n", lines).replace(file, "FILE");
    }

    private boolean namesALine(String messages) {
        if (WHOLE_FILE.stream().anyMatch(messages::contains)) return true;
        return Pattern.compile(":\\d+(:\\d+)?: |line \\d+|byte \\d+|step \\d+|\"\\w+\" (is|has)")
                .matcher(messages)
                .find();
    }

    private static Optional<String> notJson(String out) {
        try {
            JsonReader.read(out);
            return Optional.empty();
        } catch (JsonException e) {
            return Optional.of("is no JSON: " + e.getMessage());
        }
    }
}
