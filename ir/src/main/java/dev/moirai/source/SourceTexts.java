package dev.moirai.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The lines of the files a program came from, for messages and interleavings. */
public final class SourceTexts {
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final Map<String, Path> paths = new ConcurrentHashMap<>();
    /** Made when a line is asked for: most runs ask for none of most files. */
    private final Map<String, List<String>> linesOfFile = new ConcurrentHashMap<>();
    /** Lines for people, as far as they were asked for: an execution asks for the same ones over and over. */
    private final Map<SourceSpan, String> readableLines = new ConcurrentHashMap<>();

    public void add(String file, String text) {
        texts.put(file, text);
        linesOfFile.remove(file);
        readableLines.clear();
    }

    /** Makes the text of a file on disk known, which is read when a line of it is asked for. */
    public void addFile(String file, Path path) {
        paths.putIfAbsent(file, path);
    }

    /** Reads a file if there is one of this name; a message can do without its line. */
    public void load(String file) {
        try {
            Path path = Path.of(file);
            if (StandardInput.is(path) || Files.isRegularFile(path)) {
                add(file, new String(StandardInput.bytesOf(path), StandardCharsets.ISO_8859_1));
            }
        } catch (IOException | InvalidPathException _) {
            // as if there were none
        }
    }

    private List<String> lines(String file) {
        return linesOfFile.computeIfAbsent(file, name -> text(name).lines().toList());
    }

    /** The whole text of a file, or an empty string where the file is unknown. */
    public String text(String file) {
        String text = texts.get(file);
        if (text != null) return text;
        Path path = paths.get(file);
        if (path == null) return "";
        try {
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return ""; // it was there when the program was read; a message can do without its line
        }
    }

    /** The same for people: C files are read byte by byte, and most of them are UTF-8. */
    public String readable(String file) {
        return Excerpt.decoded(text(file));
    }

    /** The line a span stands on, for people, or an empty string where the file is unknown. */
    public String line(SourceSpan span) {
        return readableLines.computeIfAbsent(span, place -> Excerpt.decoded(bytes(place)));
    }

    /** The line as columns count in it: a character for each byte. */
    private String bytes(SourceSpan span) {
        List<String> lines = lines(span.file());
        return span.line() >= 1 && span.line() <= lines.size() ? lines.get(span.line() - 1) : "";
    }

    /** The diagnostic as a compiler prints it: the message, the source line, a caret. */
    public String render(Diagnostic diagnostic) {
        var text = new StringBuilder()
                .append(diagnostic.span())
                .append(": error: ")
                .append(diagnostic.message());
        String line = bytes(diagnostic.span());
        if (!line.isBlank()) {
            String number = String.format("%5d", diagnostic.span().line());
            var shown = Excerpt.OfLine.around(line, diagnostic.span().column());
            text.append('\n').append(number).append(" | ").append(shown.text());
            if (shown.column() > 0) {
                text.append('\n').append(" ".repeat(number.length())).append(" | ");
                for (int i = 0; i < shown.column() - 1; i++)
                    text.append(shown.text().charAt(i) == '\t' ? '\t' : ' ');
                text.append('^');
            }
        }
        if (!diagnostic.hint().isEmpty()) text.append("\n      = ").append(diagnostic.hint());
        return text.toString();
    }
}
