package dev.moirai.cli;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Reads the part of TOML that settings need: {@code key = value} in tables {@code [name]}, where a value is a string, a whole
 * number, true, false, or an array of strings. The rest of TOML is refused by name, with its line.
 */
final class Toml {
    /** What a key is set to. */
    sealed interface Value {
        record Text(String text) implements Value {}

        record Whole(long number) implements Value {}

        record Truth(boolean isTrue) implements Value {}

        record Texts(List<String> texts) implements Value {}
    }

    /** @param table empty for keys before the first table */
    record Setting(String table, String key, Value value, SourceSpan at) {}

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    private Toml(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** @throws InputException with the place of what is wrong */
    static List<Setting> read(String file, String text) {
        return new Toml(file, text.replace("\r\n", "\n")).settings();
    }

    private List<Setting> settings() {
        var settings = new ArrayList<Setting>();
        var known = new HashSet<String>();
        String table = "";
        for (skipLines(); at < text.length(); skipLines()) {
            SourceSpan here = here();
            if (peek() == '[') {
                at++;
                if (peek() == '[') throw wrong("arrays of tables are not understood here");
                table = word("the name of a table");
                expect(']');
                if (!known.add("[" + table)) throw wrong(here, "table [" + table + "] is there twice");
            } else {
                String key = word("a key");
                if (peek() == '.') throw wrong("dotted keys are not understood here: write a table [" + key + "]");
                skipBlanks();
                expect('=');
                skipBlanks();
                settings.add(new Setting(table, key, value(), here));
                if (!known.add(table + "." + key)) throw wrong(here, key + " is set twice");
            }
            endLine();
        }
        return settings;
    }

    private Value value() {
        return switch (peek()) {
            case '"', '\'' -> new Value.Text(string());
            case '[' -> new Value.Texts(strings());
            default -> plain();
        };
    }

    private Value plain() {
        int from = at;
        SourceSpan here = here();
        while (at < text.length() && ",] \t\n#".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(from, at);
        switch (word) {
            case "true":
                return new Value.Truth(true);
            case "false":
                return new Value.Truth(false);
            case "":
                throw wrong(here, "a value is missing");
            default:
                try {
                    return new Value.Whole(Long.parseLong(word.replace("_", "")));
                } catch (NumberFormatException _) {
                    throw wrong(
                            here,
                            "'" + word + "' is no value: strings stand in quotation marks, and there are whole"
                                    + " numbers, true, false and arrays of strings");
                }
        }
    }

    private List<String> strings() {
        var strings = new ArrayList<String>();
        expect('[');
        for (skipLines(); peek() != ']'; skipLines()) {
            if (peek() != '"' && peek() != '\'') throw wrong("an array holds strings, in quotation marks");
            strings.add(string());
            skipLines();
            if (peek() == ',') at++;
            else if (peek() != ']') throw wrong("a comma or ] is missing in an array");
        }
        at++;
        return strings;
    }

    private String string() {
        char quote = peek();
        SourceSpan here = here();
        if (text.startsWith(String.valueOf(quote).repeat(3), at))
            throw wrong("strings of several lines are not understood");
        at++;
        var string = new StringBuilder();
        while (peek() != quote) {
            if (at >= text.length() || peek() == '\n') throw wrong(here, "this string does not end");
            char next = text.charAt(at++);
            string.append(next == '\\' && quote == '"' ? escaped() : next);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char next = peek();
        at++;
        return switch (next) {
            case '"', '\\' -> next;
            case 'n' -> '\n';
            case 't' -> '\t';
            default -> throw wrong("\\" + next + " is not understood: there are \\\\, \\\", \\n and \\t");
        };
    }

    private String word(String what) {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(peek()) || peek() == '-' || peek() == '_')) at++;
        if (from == at) throw wrong(what + " is missing");
        return text.substring(from, at);
    }

    private void expect(char wanted) {
        if (peek() != wanted) throw wrong("'" + wanted + "' is missing");
        at++;
    }

    private void endLine() {
        skipBlanks();
        if (peek() == '#') skipComment();
        if (at < text.length() && peek() != '\n') throw wrong("there is more on this line than one setting");
    }

    private void skipLines() {
        for (skipBlanks(); peek() == '\n' || peek() == '#'; skipBlanks()) {
            if (peek() == '#') {
                skipComment();
            } else {
                at++;
                line++;
                lineStart = at;
            }
        }
    }

    private void skipComment() {
        while (at < text.length() && peek() != '\n') at++;
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') at++;
    }

    /** The next character; at the end, one that nothing asks for. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private SourceSpan here() {
        return new SourceSpan(file, line, at - lineStart + 1);
    }

    private InputException wrong(String message) {
        return wrong(here(), message);
    }

    private static InputException wrong(SourceSpan span, String message) {
        return new InputException(Diagnostic.error(span, message));
    }
}
