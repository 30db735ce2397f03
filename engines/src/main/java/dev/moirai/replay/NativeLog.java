package dev.moirai.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * The steps of a native run, or those it shall make: the thread, the instruction it stands before ({@link
 * dev.moirai.emit.Sites}), and the choices. On disk, one line a step, numbers separated by spaces.
 */
public record NativeLog(List<Line> lines) {
    public static final NativeLog EMPTY = new NativeLog(List.of());

    public record Line(int thread, int site, List<Long> choices) {
        public Line {
            choices = List.copyOf(choices);
        }
    }

    public NativeLog {
        lines = List.copyOf(lines);
    }

    public String text() {
        var text = new StringBuilder();
        for (Line line : lines) {
            text.append(line.thread()).append(' ').append(line.site());
            for (long choice : line.choices()) text.append(' ').append(choice);
            text.append('\n');
        }
        return text.toString();
    }

    static NativeLog read(Path file) throws IOException {
        var lines = new ArrayList<Line>();
        try (var reader = Files.newBufferedReader(file)) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                var words = new StringTokenizer(text);
                int thread = Integer.parseInt(words.nextToken());
                int site = Integer.parseInt(words.nextToken());
                var choices = new ArrayList<Long>();
                while (words.hasMoreTokens()) choices.add(Long.parseLong(words.nextToken()));
                lines.add(new Line(thread, site, choices));
            }
        }
        return new NativeLog(lines);
    }
}
