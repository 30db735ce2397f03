package dev.moirai.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One command of a {@code ```console} block of a Markdown page, and what the page says it prints. A line {@code ...}
 * stands for any number of lines, one that ends in {@code " ..."} for any line that begins like it; seconds are not
 * compared.
 *
 * @param first the line of the command, counted from 0
 * @param end the line after its last line of output
 */
record Transcript(String page, int first, int end, String command, List<String> expected) {
    private static final String FENCE = "```";
    private static final String RUN = FENCE + "console";
    private static final String NOT_RUN = RUN + " not run: ";
    private static final String PROMPT = "$ ";
    private static final String ANYTHING = "...";
    private static final String REST = " ...";
    private static final Pattern SECONDS = Pattern.compile("\\d+(\\.\\d+)? m?s\\b");

    /** The commands of a page that are to be run, in order. */
    static List<Transcript> in(String page, List<String> lines) {
        var found = new ArrayList<Transcript>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith(FENCE)) continue;
            int close = close(lines, i);
            if (lines.get(i).equals(RUN)) block(page, lines, i + 1, close, found);
            i = close;
        }
        return found;
    }

    private static void block(String page, List<String> lines, int from, int close, List<Transcript> found) {
        for (int i = from; i < close; ) {
            int output = i + 1;
            while (lines.get(output - 1).endsWith("\\")) output++;
            int end = output;
            while (end < close && !lines.get(end).startsWith(PROMPT)) end++;
            String command = String.join("\n", lines.subList(i, output)).substring(PROMPT.length());
            found.add(new Transcript(page, i, end, command, List.copyOf(lines.subList(output, end))));
            i = end;
        }
    }

    /** The first block that shows output of a command but is not run and does not say why. */
    static Optional<String> unseen(String page, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String opening = lines.get(i);
            if (!opening.startsWith(FENCE)) continue;
            int close = close(lines, i);
            var body = lines.subList(i + 1, close);
            boolean marked = opening.startsWith(NOT_RUN) && opening.length() > NOT_RUN.length();
            boolean run = opening.equals(RUN) && body.getFirst().startsWith(PROMPT);
            boolean shows = opening.startsWith(RUN)
                    || body.stream().anyMatch(line -> line.startsWith(PROMPT) || line.startsWith("VERDICT: "));
            if (shows && !run && !marked) return Optional.of(page + ":" + (i + 1));
            i = close;
        }
        return Optional.empty();
    }

    private static int close(List<String> lines, int opening) {
        int close = opening + 1;
        while (!lines.get(close).equals(FENCE)) close++;
        return close;
    }

    /** Whether the command runs gcc, or a program that gcc has made. */
    boolean needsGcc() {
        return !command.startsWith("./moirai ") || command.contains("--native");
    }

    boolean matches(List<String> actual) {
        return matches(expected, actual);
    }

    private static boolean matches(List<String> expected, List<String> actual) {
        if (expected.isEmpty()) return actual.isEmpty();
        var later = expected.subList(1, expected.size());
        if (expected.getFirst().equals(ANYTHING)) {
            for (int skipped = 0; skipped <= actual.size(); skipped++) {
                if (matches(later, actual.subList(skipped, actual.size()))) return true;
            }
            return false;
        }
        return !actual.isEmpty()
                && alike(expected.getFirst(), actual.getFirst())
                && matches(later, actual.subList(1, actual.size()));
    }

    private static boolean alike(String expected, String actual) {
        String wanted = timeless(expected);
        String seen = timeless(actual);
        return wanted.equals(seen)
                || (wanted.endsWith(REST) && seen.startsWith(wanted.substring(0, wanted.length() - REST.length())));
    }

    /** The expected line, if the actual one differs only in its seconds. */
    private String asBefore(String line) {
        return expected.stream()
                .filter(before -> timeless(before).equals(timeless(line)))
                .findFirst()
                .orElse(line);
    }

    private static String timeless(String line) {
        return SECONDS.matcher(line.stripTrailing()).replaceAll("# s");
    }

    /**
     * The new text for the page. If the old one leaves out one part, as many lines as before are kept at the beginning
     * and at the end; if it leaves out several, everything is written, to be shortened by hand.
     */
    List<String> rewritten(List<String> printed) {
        var actual = printed.stream().map(this::asBefore).toList();
        int gap = expected.indexOf(ANYTHING);
        int kept = expected.size() - 1;
        if (gap < 0 || gap != expected.lastIndexOf(ANYTHING) || kept >= actual.size()) return actual;
        var lines = new ArrayList<>(actual.subList(0, gap));
        lines.add(ANYTHING);
        lines.addAll(actual.subList(actual.size() - (kept - gap), actual.size()));
        return lines;
    }
}
