package dev.moirai.witness.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;

/** Reads JSON (RFC 8259) strictly; an error is a {@link JsonException} with line and column. */
public final class JsonReader {
    private static final int DEEPEST = 200;
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");
    private static final Pattern REAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int position;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    public static Json read(String text) {
        var reader = new JsonReader(text);
        reader.blank();
        Json value = reader.value();
        reader.blank();
        if (reader.position < text.length()) throw reader.error("nothing more was expected");
        return value;
    }

    private Json value() {
        if (++depth > DEEPEST) throw error("nested too deeply");
        Json value = switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Str(string());
            case 't' -> word("true", new Json.Bool(true));
            case 'f' -> word("false", new Json.Bool(false));
            case 'n' -> word("null", new Json.Null());
            default -> number();
        };
        depth--;
        return value;
    }

    private Json object() {
        var members = new LinkedHashMap<String, Json>();
        position++;
        blank();
        if (peek() == '}') {
            position++;
            return new Json.Obj(members);
        }
        while (true) {
            if (peek() != '"') throw error("a name in quotes was expected");
            String name = string();
            blank();
            expect(':');
            blank();
            if (members.put(name, value()) != null) throw error("the name \"" + name + "\" stands there twice");
            blank();
            if (peek() == '}') break;
            expect(',');
            blank();
        }
        position++;
        return new Json.Obj(members);
    }

    private Json array() {
        var elements = new ArrayList<Json>();
        position++;
        blank();
        if (peek() == ']') {
            position++;
            return new Json.Arr(elements);
        }
        while (true) {
            elements.add(value());
            blank();
            if (peek() == ']') break;
            expect(',');
            blank();
        }
        position++;
        return new Json.Arr(elements);
    }

    private Json word(String word, Json value) {
        if (!text.startsWith(word, position)) throw error("a value was expected");
        position += word.length();
        return value;
    }

    private Json number() {
        int start = position;
        while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) position++;
        String digits = text.substring(start, position);
        if (WHOLE.matcher(digits).matches()) {
            try {
                return new Json.Whole(Long.parseLong(digits));
            } catch (NumberFormatException _) {
                position = start;
                throw error("the number " + digits + " does not fit 64 bits");
            }
        }
        if (REAL.matcher(digits).matches()) {
            return new Json.Real(Double.parseDouble(digits));
        }
        position = start;
        throw error("a value was expected");
    }

    private String string() {
        var out = new StringBuilder();
        position++;
        while (peek() != '"') {
            char c = text.charAt(position++);
            if (c < ' ') throw error("a control character inside a string");
            out.append(c == '\\' ? escaped() : c);
        }
        position++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        position++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(peek(), 16);
                    if (digit < 0) throw error("four hexadecimal digits were expected");
                    code = code * 16 + digit;
                    position++;
                }
                yield (char) code;
            }
            default -> throw error("an unknown escape");
        };
    }

    private char peek() {
        if (position >= text.length()) throw error("the text ends too early");
        return text.charAt(position);
    }

    private void expect(char c) {
        if (peek() != c) throw error("'" + c + "' was expected");
        position++;
    }

    private void blank() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
    }

    private JsonException error(String what) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < position && i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new JsonException("line " + line + ", column " + (position - lineStart + 1) + ": " + what);
    }
}
