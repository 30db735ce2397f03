package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the lines of a file begin, so that long files are not scanned again for every position; and what its line markers
 * ({@code # 12 "file.c"}, {@code #line 12 "file.c"}) say of lines that come from other files. A marker counts if its file
 * can be read: a place that nobody can look up helps nobody.
 */
final class FileLines {
    private static final Pattern MARKER = Pattern.compile("#[ \\t]*(?:line[ \\t]+)?(\\d+)(?:[ \\t]+\"([^\"]*)\")?.*");
    private static final Path HERE = Path.of("").toAbsolutePath();

    /** From this line on, the lines are those of another file. {@code line} is the number of the one after the marker. */
    private record Marker(int at, String file, int line) {}

    /** Which files can be read. */
    interface Files {
        boolean canBeRead(String file);
    }

    private final String file;
    private final int[] starts;
    private final List<Marker> markers = new ArrayList<>();

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

    private void mark(int index, String text, Files others) {
        int end = index + 1 < starts.length ? starts[index + 1] - 1 : text.length();
        if (starts[index] + 1 >= end || !mayBeMarker(text, starts[index] + 1)) return;
        Matcher marker = MARKER.matcher(text.substring(starts[index], end).stripTrailing());
        if (!marker.matches() || marker.group(1).length() > 9) return;
        int line = Integer.parseInt(marker.group(1));
        Optional<String> named = Optional.ofNullable(marker.group(2));
        String current = markers.isEmpty() ? file : markers.getLast().file;
        String meant = named.map(name -> resolved(name, others)).orElse(current);
        markers.add(new Marker(index + 2, meant, line));
    }

    private static boolean mayBeMarker(String text, int at) {
        char c = text.charAt(at);
        return c == ' ' || c == '\t' || c == 'l' || Character.isDigit(c);
    }

    /** The file itself where the other is not to be had. */
    private String resolved(String name, Files others) {
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
        int found = Arrays.binarySearch(starts, offset);
        int index = found >= 0 ? found : -found - 2;
        int line = index + 1;
        int column = offset - starts[index] + 1;
        int last = lastMarkerBefore(line);
        if (last < 0 || markers.get(last).file.equals(file)) return new SourceSpan(file, line, column);
        Marker marker = markers.get(last);
        return new SourceSpan(marker.file, marker.line + line - marker.at, column);
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
