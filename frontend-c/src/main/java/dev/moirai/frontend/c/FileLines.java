package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the lines of a file begin, so that long files are not scanned again for every position; and what its line markers
 * ({@code # 12 "file.c"}, {@code #line 12 "file.c"}) say of lines that come from other files. A marker counts if its file
 * can be read: a place that nobody can look up helps nobody.
 */
final class FileLines {
    private static final Path HERE = Path.of("").toAbsolutePath();

    /** From this line on, the lines are those of another file. {@code line} is the number of the one after the marker. */
    private record Marker(int at, String file, int line, boolean system) {}

    /** Which files can be read. */
    interface Files {
        boolean canBeRead(String file);
    }

    private final String file;
    private final int[] starts;
    private final List<Marker> markers = new ArrayList<>();
    /** The files that markers name, as messages call them. */
    private final Map<String, String> resolved = new HashMap<>();

    /** @param file how the file is called in messages */
    FileLines(String file, String text, Files others) {
        this.file = file;
        int[] found = new int[256];
        int lines = 1;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
            if (lines == found.length) found = Arrays.copyOf(found, lines * 2);
            found[lines++] = end + 1;
        }
        starts = Arrays.copyOf(found, lines);
        for (int i = 0; i < lines; i++)
            if (starts[i] < text.length() && text.charAt(starts[i]) == '#') mark(i, text, others);
    }

    /** Reads the marker, if the line is one, by hand: preprocessed files have hundreds, and start-up is interpreted. */
    private void mark(int index, String text, Files others) {
        int end = index + 1 < starts.length ? starts[index + 1] - 1 : text.length();
        int at = afterBlanks(text, starts[index] + 1, end);
        if (text.startsWith("line", at)) {
            int number = afterBlanks(text, at + 4, end);
            if (number == at + 4) return;
            at = number;
        }
        int digits = at;
        while (at < end && Character.isDigit(text.charAt(at))) at++;
        if (at == digits || at - digits > 9) return;
        int line = Integer.parseInt(text, digits, at, 10);
        int quote = afterBlanks(text, at, end);
        int close = quote > at && quote < end && text.charAt(quote) == '"' ? text.indexOf('"', quote + 1) : -1;
        String meant;
        if (close >= 0 && close < end) meant = resolved(text.substring(quote + 1, close), others);
        else meant = markers.isEmpty() ? file : markers.getLast().file;
        boolean system = close >= 0 && isSystem(text, close + 1, end);
        markers.add(new Marker(index + 2, meant, line, system));
    }

    /** Whether the flags after a marker's file name say that it is a header of the system: 3 (gcc's preprocessor manual). */
    private static boolean isSystem(String text, int from, int end) {
        for (int at = from; at + 1 < end; at++) {
            if (text.charAt(at) == ' ' && text.charAt(at + 1) == '3') return true;
        }
        return false;
    }

    private static int afterBlanks(String text, int from, int end) {
        int at = from;
        while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) at++;
        return at;
    }

    private String resolved(String name, Files others) {
        String known = resolved.get(name);
        if (known != null) return known;
        String found = resolve(name, others);
        resolved.put(name, found);
        return found;
    }

    /** The file itself where the other is not to be had. */
    private String resolve(String name, Files others) {
        if (name.isEmpty() || name.startsWith("<")) return file;
        if (others.canBeRead(name)) return shown(name);
        Path folder = Path.of(file).getParent();
        String beside = folder == null ? name : folder.resolve(name).toString();
        return others.canBeRead(beside) ? shown(beside) : file;
    }

    int count() {
        return starts.length;
    }

    SourceSpan at(int offset) {
        int line = line(offset);
        int column = offset - starts[line - 1] + 1;
        int last = lastMarkerBefore(line);
        if (last < 0 || markers.get(last).file.equals(file)) return new SourceSpan(file, line, column);
        Marker marker = markers.get(last);
        return new SourceSpan(marker.file, marker.line + line - marker.at, column);
    }

    /** Whether the text there comes from a header of the system, as its marker says. */
    boolean isOfSystem(int offset) {
        if (markers.isEmpty()) return false;
        int last = lastMarkerBefore(line(offset));
        return last >= 0 && markers.get(last).system;
    }

    /** From 1. */
    private int line(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private int lastMarkerBefore(int line) {
        int low = 0;
        int high = markers.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (markers.get(middle).at <= line) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }

    /** The name as the user would write it from here. */
    static String shown(String name) {
        if (name.startsWith(Headers.BUNDLED)) return name;
        Path path = Path.of(name).normalize();
        return (path.startsWith(HERE) ? HERE.relativize(path) : path).toString();
    }
}
