package dev.moirai.jvm;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How a controlled run of a JVM program ended, as its report tells it: lines of words. docs/jvm-log.md has all of them. */
public final class RunReport {
    /** What became of the run. */
    public enum Ending {
        EXIT,
        EXCEPTION,
        DEADLOCK,
        DIVERGED,
        STOPPED,
        STEPS,
        REFUSED,
        /** There is no report: the JVM did not come to its end. */
        NONE
    }

    /** A line of a stack. */
    public record StackFrame(int thread, String type, String method, SourceSpan span) {}

    /** Before which step a thread stands. */
    public record Stand(
            int thread, String kind, String object, String field, String type, String method, SourceSpan span) {}

    /** What a thread waits for. */
    public record Waiting(int thread, String what, String object, String owner) {}

    /** A step of the run. */
    public record Told(
            int thread,
            String kind,
            String object,
            String field,
            String value,
            String type,
            String method,
            SourceSpan span) {}

    private final List<List<String>> lines = new ArrayList<>();

    public RunReport(List<String> text) {
        for (String line : text) lines.add(words(line));
    }

    /** A report whose lines have been taken apart already. */
    public static RunReport of(List<List<String>> lines) {
        var report = new RunReport(List.of());
        report.lines.addAll(lines);
        return report;
    }

    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                words.add(word.toString());
                word.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                char escaped = line.charAt(++i);
                word.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }

    private List<List<String>> all(String key) {
        return lines.stream().filter(line -> line.getFirst().equals(key)).toList();
    }

    private static String word(List<String> line, int index) {
        return index < line.size() ? line.get(index) : "";
    }

    private static int number(List<String> line, int index) {
        try {
            return Integer.parseInt(word(line, index));
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static SourceSpan span(List<String> line, int file) {
        return new SourceSpan(word(line, file), Math.max(0, number(line, file + 1)), 0);
    }

    public Ending ending() {
        List<List<String>> outcome = all("outcome");
        if (outcome.isEmpty()) return Ending.NONE;
        String word = word(outcome.getFirst(), 1);
        for (Ending each : Ending.values()) if (each.name().equalsIgnoreCase(word)) return each;
        return Ending.NONE;
    }

    /** What the outcome's line says beyond its first word: a status, a thread, a reason. */
    public String detail() {
        List<List<String>> outcome = all("outcome");
        return outcome.isEmpty() ? "" : word(outcome.getFirst(), 2);
    }

    boolean hasExited() {
        return ending() == Ending.EXIT;
    }

    public Optional<String> approximate() {
        return all("approximate").stream().findFirst().map(line -> word(line, 1));
    }

    public String threadName(int number) {
        for (List<String> line : all("thread")) if (number(line, 1) == number) return word(line, 2);
        return number == 0 ? "main" : "thread " + number;
    }

    public List<Stand> stands() {
        return all("stands").stream()
                .map(line -> new Stand(
                        number(line, 1),
                        word(line, 2),
                        word(line, 3),
                        word(line, 4),
                        word(line, line.size() - 4),
                        word(line, line.size() - 3),
                        span(line, line.size() - 2)))
                .toList();
    }

    public List<Waiting> waits() {
        return all("waits").stream()
                .map(line -> new Waiting(number(line, 1), word(line, 2), word(line, 3), word(line, 4)))
                .toList();
    }

    /**
     * The waits that make a deadlock: first for what nobody gives, then for the end of threads, who are stuck because
     * others are. Idle daemons wait too, but are nobody's concern unless somebody waits for what they have.
     */
    public List<Waiting> stuck() {
        List<Waiting> waits = waits();
        return waits.stream()
                .filter(wait -> !wait.what().equals("time"))
                .filter(wait -> !isDaemon(wait.thread())
                        || waits.stream().anyMatch(other -> other.owner().equals(Integer.toString(wait.thread()))))
                .sorted(Comparator.comparing(wait -> wait.what().equals("thread")))
                .toList();
    }

    private boolean isDaemon(int thread) {
        return all("thread").stream()
                .anyMatch(line -> number(line, 1) == thread && word(line, 3).equals("daemon"));
    }

    /** The frames of the program's own methods, innermost first. */
    public List<StackFrame> frames(int thread) {
        return all("frame").stream()
                .filter(line -> number(line, 1) == thread && !isOfTheJdk(word(line, 2)))
                .map(line -> new StackFrame(thread, word(line, 2), word(line, 3), span(line, 4)))
                .toList();
    }

    private static boolean isOfTheJdk(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
    }

    /** The class of the exception that ended the run, and its message. */
    public Optional<List<String>> exception() {
        return all("exception").stream().findFirst().map(line -> List.of(word(line, 1), word(line, 2)));
    }

    public List<Told> steps() {
        return all("step").stream()
                .map(line -> new Told(
                        number(line, 1),
                        word(line, 2),
                        word(line, 3),
                        word(line, 4),
                        word(line, 5),
                        word(line, 6),
                        word(line, 7),
                        span(line, 8)))
                .toList();
    }

    /** The run's schedule, as the lines of a script. */
    public List<String> segments() {
        return all("segment").stream()
                .map(line -> word(line, 1) + ":" + word(line, 2))
                .toList();
    }

    public long count(String name) {
        for (List<String> line : all("count")) if (word(line, 1).equals(name)) return number(line, 2);
        return 0;
    }

    public List<String> remarks() {
        return all("remark").stream().map(line -> word(line, 1)).toList();
    }
}
