package dev.moirai.witness.json;

import java.util.HexFormat;

/**
 * JSON as text. Small values are written on one line, large ones over several lines with an indentation of two, so that
 * a schedule has one line for each step.
 */
public final class JsonWriter {
    private static final int LINE = 120;

    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    public static String write(Json value) {
        var writer = new JsonWriter();
        writer.value(value, 0);
        return writer.out.append('\n').toString();
    }

    private void value(Json value, int indent) {
        int start = out.length();
        if (compact(value, indent)) return;
        out.setLength(start);
        switch (value) {
            case Json.Obj(var members) -> {
                String separator = "{";
                for (var member : members.entrySet()) {
                    newLine(separator, indent + 2);
                    string(member.getKey());
                    out.append(": ");
                    value(member.getValue(), indent + 2);
                    separator = ",";
                }
                newLine("", indent);
                out.append('}');
            }
            case Json.Arr(var elements) -> {
                String separator = "[";
                for (Json element : elements) {
                    newLine(separator, indent + 2);
                    value(element, indent + 2);
                    separator = ",";
                }
                newLine("", indent);
                out.append(']');
            }
            case Json.Str _, Json.Whole _, Json.Real _, Json.Bool _, Json.Null _ ->
                throw new IllegalStateException("a scalar always fits a line");
        }
    }

    private void newLine(String before, int indent) {
        out.append(before).append('\n').append(" ".repeat(indent));
    }

    /**
     * Writes the value on one line. Returns false, with part of it written, if the line becomes too long; never for
     * scalars.
     */
    private boolean compact(Json value, int indent) {
        int start = out.length() - indent;
        return switch (value) {
            case Json.Obj(var members) -> {
                String separator = "{";
                for (var member : members.entrySet()) {
                    out.append(separator);
                    string(member.getKey());
                    out.append(": ");
                    if (!compact(member.getValue(), indent) || out.length() - start > LINE) yield false;
                    separator = ", ";
                }
                out.append(members.isEmpty() ? "{}" : "}");
                yield true;
            }
            case Json.Arr(var elements) -> {
                String separator = "[";
                for (Json element : elements) {
                    out.append(separator);
                    if (!compact(element, indent) || out.length() - start > LINE) yield false;
                    separator = ", ";
                }
                out.append(elements.isEmpty() ? "[]" : "]");
                yield true;
            }
            case Json.Str(var text) -> string(text);
            case Json.Whole(var number) -> word(Long.toString(number));
            case Json.Real(var number) -> word(Double.isFinite(number) ? Double.toString(number) : "null");
            case Json.Bool(var truth) -> word(Boolean.toString(truth));
            case Json.Null() -> word("null");
        };
    }

    private boolean word(String word) {
        out.append(word);
        return true;
    }

    private boolean string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // Beyond ASCII everything is escaped, so the text survives any encoding of the output.
                    if (c < ' ' || c > '~')
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    else out.append(c);
                }
            }
        }
        out.append('"');
        return true;
    }
}
