package dev.moirai.replay.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a JVM run reports: lines of words, as docs/jvm-log.md has them.
 *
 * @param lines empty if the JVM did not come to its end
 */
public record JvmReport(List<List<String>> lines) {
    /** @param line 0 if it is not known */
    public record Frame(String type, String method, String file, int line) {}

    /** @param kind {@code user}, {@code daemon} or {@code virtual} */
    public record ThreadLine(int number, String name, String kind, String state) {}

    /** @param object {@code -} if there is none; @param value {@code -} if it is not known */
    public record StepLine(int thread, String kind, String object, String what, String value, Frame at) {}

    public JvmReport {
        lines = List.copyOf(lines);
    }

    static JvmReport read(Path file) throws IOException {
        if (!Files.exists(file)) return new JvmReport(List.of());
        var lines = new ArrayList<List<String>>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) lines.add(words(line));
        return new JvmReport(lines);
    }

    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        for (String word : line.split("\t", -1)) {
            words.add(
                    word.contains("\\")
                            ? word.replace("\\\\", "\0")
                                    .replace("\\t", "\t")
                                    .replace("\\n", "\n")
                                    .replace("\0", "\\")
                            : word);
        }
        return words;
    }

    private List<List<String>> all(String word) {
        return lines.stream().filter(line -> line.getFirst().equals(word)).toList();
    }

    private Optional<String> first(String word) {
        return all(word).stream().findFirst().map(line -> line.get(1));
    }

    /** {@code exit}, {@code exception}, ...; nothing if there is no report. */
    public Optional<String> outcome() {
        return first("outcome");
    }

    /** The word after the outcome: an exit status, the number of a thread, a reason. */
    public String detail() {
        List<String> line = all("outcome").getFirst();
        return line.size() > 2 ? line.get(2) : "";
    }

    /** Why the order of the run is not known exactly, if it is not. */
    public Optional<String> approximate() {
        return first("approximate");
    }

    public long count(String name) {
        for (List<String> line : all("count")) if (line.get(1).equals(name)) return Long.parseLong(line.get(2));
        return 0;
    }

    public List<ThreadLine> threads() {
        return all("thread").stream()
                .map(line -> new ThreadLine(Integer.parseInt(line.get(1)), line.get(2), line.get(3), line.get(4)))
                .toList();
    }

    /** The stack of a thread, innermost frame first. */
    public List<Frame> frames(int thread) {
        return all("frame").stream()
                .filter(line -> line.get(1).equals(Integer.toString(thread)))
                .map(line -> frame(line, 2))
                .toList();
    }

    private static Frame frame(List<String> line, int from) {
        return new Frame(line.get(from), line.get(from + 1), line.get(from + 2), Integer.parseInt(line.get(from + 3)));
    }

    /** The class of the exception that ended the run, and its message. */
    public Optional<List<String>> exception() {
        return all("exception").stream().findFirst().map(line -> line.subList(1, 3));
    }

    public List<StepLine> steps() {
        return steps("step");
    }

    /** Before which steps threads stand. */
    public List<StepLine> standing() {
        return steps("stands");
    }

    private List<StepLine> steps(String word) {
        return all(word).stream()
                .map(line -> new StepLine(
                        Integer.parseInt(line.get(1)),
                        line.get(2),
                        line.get(3),
                        line.get(4),
                        line.get(5),
                        frame(line, 6)))
                .toList();
    }

    public List<JvmSegment> segments() {
        return all("segment").stream()
                .map(line -> new JvmSegment(Integer.parseInt(line.get(1)), Long.parseLong(line.get(2))))
                .toList();
    }

    public List<String> remarks() {
        return all("remark").stream().map(line -> line.get(1)).toList();
    }
}
