package dev.moirai.jvm;

import dev.moirai.source.SourceSpan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** How a controlled run of a JVM program ended, as its report tells it: lines of words. docs/jvm-log.md has all of them. */
public final class RunReport {
    /** What became of the run. */
    public enum Ending {
        EXIT,
        EXCEPTION,
        DEADLOCK,
        /** Only pool workers without a task are left. */
        IDLE,
        DIVERGED,
        STOPPED,
        STEPS,
        REFUSED,
        /** There is no report: the JVM did not come to its end. */
        NONE
    }

    /**
     * A place in the program.
     *
     * @param file as the class names it, without folders; {@code -} if it is not known
     * @param line 0 if it is not known
     */
    public record Place(String type, String method, String file, int line) {
        private static final List<String> OUTSIDE = List.of(
                "java.",
                "jdk.",
                "sun.",
                "dev.moirai.junit.",
                "org.junit.",
                "junit.",
                "org.opentest4j.",
                "org.assertj.");

        public static final Place NOWHERE = new Place("", "", "-", 0);

        /** The place without a folder. */
        public SourceSpan span() {
            return file.equals("-") ? new SourceSpan(type, 0, 0) : new SourceSpan(file, line, 0);
        }

        /** Whether the place belongs to the JDK or to what runs tests, and not to the program. */
        public boolean isOutside() {
            for (String prefix : OUTSIDE) if (type.startsWith(prefix)) return true;
            return false;
        }
    }

    /**
     * What a thread waits for.
     *
     * @param object {@code -} if it is not known
     * @param owner the thread that has it, or whose end is waited for
     */
    public record Waiting(int thread, For what, String object, OptionalInt owner) {
        /** What is waited for. The report has these words in small letters. */
        public enum For {
            MONITOR,
            NOTIFY,
            PARK,
            THREAD,
            TIME,
            /** The thread is in code that is not followed. */
            OUTSIDE
        }
    }

    /**
     * A step, which was made or is about to be.
     *
     * @param object {@code -} if there is none
     * @param value {@code -} if it is not known
     */
    public record Told(int thread, Kind kind, String object, String field, String value, Place at) {
        /** What a step does; reports have the names in small letters. */
        public enum Kind {
            READY,
            READ,
            WRITE,
            LOCK,
            UNLOCK,
            WAIT,
            NOTIFY,
            CALL,
            START,
            JOIN,
            SLEEP,
            YIELD,
            PARK,
            WAKE,
            /** In a report that is damaged. */
            UNREADABLE;

            static Kind of(String word) {
                for (Kind kind : values()) if (kind.word().equals(word)) return kind;
                return UNREADABLE;
            }

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /** What is touched, as people write it. */
        public String place() {
            if (object.equals("-")) return field;
            if (field.equals("-") || field.isEmpty()) return object;
            return field.startsWith("[") ? object + field : object + "." + field;
        }

        public boolean isAccess() {
            return kind == Kind.READ || kind == Kind.WRITE;
        }
    }

    private final List<List<String>> lines = new ArrayList<>();
    private final Map<Integer, String> names = new HashMap<>();

    public RunReport(List<String> text) {
        for (String line : text) lines.add(words(line));
        var taken = new HashSet<String>();
        for (List<String> line : all("thread")) {
            int number = number(line, 1);
            String name = word(line, 2).isEmpty() ? "thread-" + number : word(line, 2);
            names.put(number, taken.add(name) ? name : name + "#" + number);
        }
    }

    /** The report in that file; one without lines if there is none. */
    public static RunReport read(Path file) throws IOException {
        return new RunReport(Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.<String>of());
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
        return number(word(line, index));
    }

    private static int number(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static Place place(List<String> line, int from) {
        return new Place(
                word(line, from), word(line, from + 1), word(line, from + 2), Math.max(0, number(line, from + 3)));
    }

    /** How many threads have not come to their end. */
    public int unfinished() {
        return (int) all("thread").stream()
                .filter(line -> !word(line, 4).equals("done"))
                .count();
    }

    // ---- how it ended ------------------------------------------------------------------------------------------

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

    /** How the run ended, in words that go on from "the run" or "the program". */
    public String words() {
        String after = " after " + counted("step") + " of " + counted("thread");
        return switch (ending()) {
            case EXIT -> "ended with exit code " + detail() + after;
            case EXCEPTION -> "failed by " + exceptionType() + after;
            case DEADLOCK -> "came to a deadlock" + after;
            case IDLE -> "ended" + after + "; only idle threads of a pool are left, which would keep it from ending";
            case DIVERGED -> "left the schedule" + after + ": " + detail();
            case STOPPED, STEPS -> "was stopped" + after;
            case REFUSED -> "was refused: " + detail();
            case NONE -> "did not come to its end";
        };
    }

    private String counted(String what) {
        long count = count(what + "s");
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Why the order of the run is not known exactly, if it is not. */
    public Optional<String> approximate() {
        return all("approximate").stream().findFirst().map(line -> word(line, 1));
    }

    public long count(String name) {
        for (List<String> line : all("count")) {
            if (word(line, 1).equals(name)) return Math.max(0, parsed(word(line, 2)));
        }
        return 0;
    }

    private static long parsed(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    public List<String> remarks() {
        return all("remark").stream().map(line -> word(line, 1)).toList();
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    /** The thread's name; two of one name are told apart by their numbers. */
    public String threadName(int number) {
        return names.getOrDefault(number, number == 0 ? "main" : "thread " + number);
    }

    /** The thread that an exception has ended; -1 if none has. */
    public int failedThread() {
        return ending() == Ending.EXCEPTION ? number(detail()) : -1;
    }

    /** The class of the exception that ended the run, and its message, which may be {@code null} as a word. */
    public Optional<List<String>> exception() {
        return all("exception").stream().findFirst().map(line -> List.of(word(line, 1), word(line, 2)));
    }

    public String exceptionType() {
        return exception().map(List::getFirst).orElse("an exception");
    }

    /** Whether the program ended for lack of memory. */
    public boolean isOutOfMemory() {
        return ending() == Ending.EXCEPTION && exceptionType().equals(OutOfMemoryError.class.getName());
    }

    /** Where the thread is: its innermost frame of the program's own, else its innermost. */
    public Place at(int thread) {
        List<Place> frames = all("frame").stream()
                .filter(line -> number(line, 1) == thread)
                .map(line -> place(line, 2))
                .toList();
        return frames.stream()
                .filter(frame -> !frame.isOutside())
                .findFirst()
                .or(() -> frames.stream().findFirst())
                .orElse(Place.NOWHERE);
    }

    /**
     * The waits that make a deadlock: first for what nobody gives, then for the end of threads, who are stuck because
     * others are. Idle daemons wait too, but are nobody's concern unless somebody waits for what they have.
     */
    public List<Waiting> stuck() {
        List<Waiting> waits = all("waits").stream()
                .map(line -> new Waiting(number(line, 1), awaited(word(line, 2)), word(line, 3), owner(word(line, 4))))
                .toList();
        return waits.stream()
                .filter(wait -> wait.what() != Waiting.For.TIME)
                .filter(wait -> !isDaemon(wait.thread())
                        || waits.stream().anyMatch(other -> other.owner().equals(OptionalInt.of(wait.thread()))))
                .sorted(Comparator.comparing(wait -> wait.what() == Waiting.For.THREAD))
                .toList();
    }

    private static Waiting.For awaited(String word) {
        for (Waiting.For each : Waiting.For.values()) if (each.name().equalsIgnoreCase(word)) return each;
        return Waiting.For.OUTSIDE;
    }

    private static OptionalInt owner(String word) {
        int number = number(word);
        return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private boolean isDaemon(int thread) {
        return all("thread").stream()
                .anyMatch(line -> number(line, 1) == thread && word(line, 3).equals("daemon"));
    }

    // ---- steps -------------------------------------------------------------------------------------------------

    /** The last steps of the run, if it was asked to tell them. */
    public List<Told> steps() {
        return steps("step");
    }

    /** Before which steps threads stand. */
    public List<Told> stands() {
        return steps("stands");
    }

    private List<Told> steps(String key) {
        return all(key).stream()
                .map(line -> new Told(
                        number(line, 1),
                        Told.Kind.of(word(line, 2)),
                        word(line, 3),
                        word(line, 4),
                        word(line, 5),
                        place(line, 6)))
                .toList();
    }

    /** The run's schedule, as the lines of a script. */
    public List<String> segments() {
        return all("segment").stream()
                .map(line -> word(line, 1) + ":" + word(line, 2))
                .toList();
    }
}
