package dev.moirai.witness.svcomp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * As much of YAML as task definitions and witnesses use: mappings, sequences and scalars in block style, quoted scalars, comments.
 * What else there is in YAML is refused by name.
 */
sealed interface Yaml {
    record Scalar(String text) implements Yaml {}

    record Sequence(List<Yaml> elements) implements Yaml {}

    record Mapping(Map<String, Yaml> members) implements Yaml {}

    /** The member of a mapping, if this is one and has it. */
    default Optional<Yaml> member(String name) {
        return this instanceof Mapping(var members) ? Optional.ofNullable(members.get(name)) : Optional.empty();
    }

    /** The text of a member; empty if there is none. */
    default String text(String name) {
        return member(name)
                .map(value -> value instanceof Scalar(var text) ? text : "")
                .orElse("");
    }

    /** The elements of a sequence; a scalar or mapping counts as a sequence of one. */
    default List<Yaml> elements() {
        return this instanceof Sequence(var all) ? all : List.of(this);
    }

    /** Throws an {@link IllegalArgumentException} with the line of what is not understood. */
    static Yaml read(String text) {
        return new Reader(text).document();
    }

    /** Reads line by line: the indentation says what belongs to what. */
    final class Reader {
        private record Line(int number, int indent, String text) {}

        private final List<Line> lines = new ArrayList<>();
        private int at;

        Reader(String text) {
            int number = 0;
            for (String raw : text.split("\n", -1)) {
                number++;
                String line = withoutComment(raw).stripTrailing();
                if (line.isBlank() || line.equals("---") || line.equals("...")) continue;
                int indent = line.length() - line.stripLeading().length();
                if (line.indexOf('\t') >= 0 && line.indexOf('\t') < indent)
                    throw new IllegalArgumentException("line " + number + ": a tab indents");
                lines.add(new Line(number, indent, line.strip()));
            }
        }

        private static String withoutComment(String line) {
            char quote = 0;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                if (quote != 0) {
                    if (c == '\\' && quote == '"') i++;
                    else if (c == quote) quote = 0;
                } else if ((c == '"' || c == '\'') && (i == 0 || " :-[,".indexOf(line.charAt(i - 1)) >= 0)) {
                    quote = c;
                } else if (c == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
                    return line.substring(0, i);
                }
            }
            return line;
        }

        Yaml document() {
            if (lines.isEmpty()) return new Mapping(Map.of());
            Yaml value = block(lines.getFirst().indent());
            if (at < lines.size()) throw wrong("this does not belong to what is above it");
            return value;
        }

        private IllegalArgumentException wrong(String why) {
            Line line = lines.get(Math.min(at, lines.size() - 1));
            return new IllegalArgumentException("line " + line.number() + ": " + why + ": " + line.text());
        }

        private Yaml block(int indent) {
            return lines.get(at).text().startsWith("- ") || lines.get(at).text().equals("-")
                    ? sequence(indent)
                    : mapping(indent);
        }

        private Yaml sequence(int indent) {
            var elements = new ArrayList<Yaml>();
            while (at < lines.size() && lines.get(at).indent() == indent && isElement(lines.get(at))) {
                Line line = lines.get(at);
                String rest = line.text().substring(1).strip();
                if (rest.isEmpty()) {
                    at++;
                    elements.add(nested(indent));
                } else if (key(rest).isPresent()) {
                    // A mapping begins on the line of its dash: as if it stood alone, further to the right.
                    int inner = indent + line.text().length() - rest.length();
                    lines.set(at, new Line(line.number(), inner, rest));
                    elements.add(mapping(inner));
                } else {
                    elements.add(scalar(rest));
                    at++;
                }
            }
            return new Sequence(List.copyOf(elements));
        }

        private static boolean isElement(Line line) {
            return line.text().startsWith("- ") || line.text().equals("-");
        }

        private Yaml mapping(int indent) {
            Map<String, Yaml> members = new LinkedHashMap<>();
            while (at < lines.size() && lines.get(at).indent() == indent && !isElement(lines.get(at))) {
                String text = lines.get(at).text();
                int colon = key(text).orElseThrow(() -> wrong("this is no 'key: value'"));
                String name = ((Scalar) scalar(text.substring(0, colon).strip())).text();
                String rest = text.substring(colon + 1).strip();
                if (!rest.isEmpty()) {
                    members.put(name, scalar(rest));
                    at++;
                    continue;
                }
                at++;
                boolean isNested = at < lines.size()
                        && (lines.get(at).indent() > indent
                                || lines.get(at).indent() == indent && isElement(lines.get(at)));
                members.put(name, isNested ? block(lines.get(at).indent()) : new Scalar(""));
            }
            return new Mapping(members);
        }

        private Yaml nested(int indent) {
            boolean isThere = at < lines.size() && lines.get(at).indent() > indent;
            return isThere ? block(lines.get(at).indent()) : new Scalar("");
        }

        /** Where the colon of a key stands, outside of quotes. */
        private static Optional<Integer> key(String text) {
            int from = 0;
            if (text.startsWith("\"") || text.startsWith("'")) from = Math.max(0, text.indexOf(text.charAt(0), 1));
            for (int i = from; i < text.length(); i++) {
                if (text.charAt(i) == ':' && (i + 1 == text.length() || text.charAt(i + 1) == ' '))
                    return Optional.of(i);
            }
            return Optional.empty();
        }

        private Yaml scalar(String text) {
            if (text.startsWith("[") && text.endsWith("]")) {
                var elements = new ArrayList<Yaml>();
                for (String part : text.substring(1, text.length() - 1).split(",")) {
                    if (!part.isBlank()) elements.add(scalar(part.strip()));
                }
                return new Sequence(List.copyOf(elements));
            }
            if (text.startsWith("{")
                    || text.startsWith("&")
                    || text.startsWith("*")
                    || text.startsWith("|")
                    || text.startsWith(">")) throw wrong("this form of YAML is not read");
            if (text.length() > 1 && text.startsWith("'") && text.endsWith("'"))
                return new Scalar(text.substring(1, text.length() - 1).replace("''", "'"));
            if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\""))
                return new Scalar(unescaped(text.substring(1, text.length() - 1)));
            return new Scalar(text);
        }

        private static String unescaped(String text) {
            var out = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c != '\\' || i + 1 == text.length()) {
                    out.append(c);
                    continue;
                }
                char escape = text.charAt(++i);
                switch (escape) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'u' -> {
                        int end = Math.min(i + 5, text.length());
                        out.append((char) Integer.parseInt(text.substring(i + 1, end), 16));
                        i = end - 1;
                    }
                    default -> out.append(escape);
                }
            }
            return out.toString();
        }
    }
}
