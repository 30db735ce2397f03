package dev.moirai.witness.text;

import java.util.ArrayList;
import java.util.List;

/** Puts text into little room: on several lines if it must. What was seen or set is never cut off, source code after two lines. */
final class Fitting {
    /** What stands far to the right runs over the margin rather than vanish. */
    private static final int NARROWEST = 16;

    /** A word of more lines than this is nobody's value: it is cut. */
    private static final int MOST_LINES_OF_A_WORD = 4;

    private static final String INDENTED = "    ";

    private final String ellipsis;

    Fitting(Glyphs glyphs) {
        this.ellipsis = glyphs.ellipsis;
    }

    /** On one line, cut where that ends. */
    String cut(String text, int room) {
        int least = Math.max(room, ellipsis.length() + 1);
        return text.length() <= least ? text : text.substring(0, least - ellipsis.length()) + ellipsis;
    }

    /** A source line on two lines at most. A comment at its end takes no line of its own. */
    List<String> code(String text, int room) {
        int least = Math.max(room, NARROWEST);
        if (text.length() <= least || code(text).length() <= least) return List.of(cut(text, least));
        List<String> lines = hanging(tokens(code(text)), least);
        if (lines.size() <= 2) return lines;
        return List.of(lines.getFirst(), cut(lines.get(1) + " " + ellipsis, least));
    }

    /** The line without a comment at its end. */
    private static String code(String line) {
        char quote = 0;
        for (int i = 0; i + 1 < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == '\\') i++;
                else if (c == quote) quote = 0;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (i > 0 && c == '/' && (line.charAt(i + 1) == '*' || line.charAt(i + 1) == '/')) {
                return line.substring(0, i).stripTrailing();
            }
        }
        return line;
    }

    /** The parts with commas between them, on as few lines as possible; one that is too long for a line goes on below it. */
    List<String> packed(List<String> parts, int room) {
        int least = Math.max(room, NARROWEST);
        var lines = new ArrayList<String>();
        var fitting = new ArrayList<String>();
        for (int i = 0; i < parts.size(); i++) {
            String part = i == parts.size() - 1 ? parts.get(i) : parts.get(i) + ",";
            if (part.length() <= least) {
                fitting.add(part);
                continue;
            }
            lines.addAll(filled(fitting, least));
            fitting.clear();
            lines.addAll(hanging(words(part), least));
        }
        lines.addAll(filled(fitting, least));
        return lines;
    }

    /** Between words. */
    List<String> wrapped(String text, int room) {
        return filled(List.of(text.split(" ")), room);
    }

    /** In pieces, and within one that is too long; all lines but the first are indented. */
    private List<String> hanging(List<String> pieces, int room) {
        int below = room - INDENTED.length();
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String piece : pieces) {
            String whole = cut(piece, below * MOST_LINES_OF_A_WORD);
            for (int from = 0; from < whole.length(); from += below) {
                String part = whole.substring(from, Math.min(whole.length(), from + below));
                int used = lines.isEmpty() ? line.length() : line.length() + INDENTED.length();
                if (!line.isEmpty() && used + part.stripTrailing().length() > room) {
                    lines.add(
                            (lines.isEmpty() ? "" : INDENTED) + line.toString().stripTrailing());
                    line.setLength(0);
                }
                line.append(part);
            }
        }
        if (!line.isEmpty())
            lines.add((lines.isEmpty() ? "" : INDENTED) + line.toString().stripTrailing());
        return lines;
    }

    /** The words of a note, each with the space behind it; what is seen or set stays beside its sign: {@code = 17}. */
    private static List<String> words(String text) {
        var pieces = new ArrayList<String>();
        for (String word : text.split(" ")) {
            boolean isValue = !pieces.isEmpty() && pieces.getLast().equals("= ");
            pieces.add((isValue ? pieces.removeLast() : "") + word + " ");
        }
        return pieces;
    }

    /** A source line can be broken behind spaces and opening parentheses. */
    private static List<String> tokens(String code) {
        return List.of(code.split("(?<=[ (])"));
    }

    private static List<String> filled(List<String> pieces, int room) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String piece : pieces) {
            if (!line.isEmpty() && line.length() + 1 + piece.length() > room) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(piece);
        }
        if (!line.isEmpty()) lines.add(line.toString());
        return lines;
    }
}
