package dev.moirai.solve;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** An S-expression, as solvers print them: a word or a list. */
public sealed interface SExpression {
    record Word(String text) implements SExpression {}

    record Many(List<SExpression> parts) implements SExpression {}

    /** The first S-expression in a text. */
    static SExpression of(String text) {
        try {
            return read(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalArgumentException("no s-expression: " + text, e);
        }
    }

    /** The word that a list begins with, or the empty string. */
    default String head() {
        return this instanceof Many(var parts) && !parts.isEmpty() && parts.getFirst() instanceof Word(var text)
                ? text
                : "";
    }

    /** How many words its text has; a part that occurs twice counts twice, though it is there once. */
    default long size() {
        return size(new IdentityHashMap<>());
    }

    private long size(Map<SExpression, Long> known) {
        if (!(this instanceof Many(var parts))) return 1;
        Long before = known.get(this);
        if (before != null) return before;
        long size = 0;
        for (SExpression part : parts) size = Math.min(Integer.MAX_VALUE, size + part.size(known));
        known.put(this, size);
        return size;
    }

    /**
     * The same expression with every {@code let} of SMT-LIB replaced by what it stands for, and without the attributes
     * of {@code !}.
     */
    default SExpression withoutLets() {
        return withoutLets(Map.of());
    }

    private SExpression withoutLets(Map<String, SExpression> bound) {
        return switch (this) {
            case Word word -> bound.getOrDefault(word.text(), word);
            case Many(var parts) -> {
                if (head().equals("!")) yield parts.get(1).withoutLets(bound);
                if (!head().equals("let")) {
                    yield new Many(
                            parts.stream().map(part -> part.withoutLets(bound)).toList());
                }
                var inner = new HashMap<>(bound);
                for (SExpression binding : ((Many) parts.get(1)).parts()) {
                    var pair = ((Many) binding).parts();
                    inner.put(((Word) pair.getFirst()).text(), pair.get(1).withoutLets(bound));
                }
                yield parts.get(2).withoutLets(inner);
            }
        };
    }

    /** The expression as SMT-LIB text. */
    default String text() {
        return switch (this) {
            case Word(var word) -> word;
            case Many(var parts) ->
                "(" + String.join(" ", parts.stream().map(SExpression::text).toList()) + ")";
        };
    }

    /** Reads one S-expression from a stream, and nothing beyond it. */
    static SExpression read(Reader reader) throws IOException {
        return read(reader, skipBlanks(reader));
    }

    private static int skipBlanks(Reader reader) throws IOException {
        int c = reader.read();
        while (c >= 0 && Character.isWhitespace(c)) c = reader.read();
        if (c < 0) throw new IOException("ended without an answer");
        return c;
    }

    private static SExpression read(Reader reader, int first) throws IOException {
        if (first == '(') {
            List<SExpression> parts = new ArrayList<>();
            for (int c = skipBlanks(reader); c != ')'; c = skipBlanks(reader)) parts.add(read(reader, c));
            return new Many(List.copyOf(parts));
        }
        if (first == '|' || first == '"') {
            var text = new StringBuilder();
            for (int c = reader.read(); c != first; c = reader.read()) {
                if (c < 0) throw new IOException("ended in the middle of an answer");
                text.append((char) c);
            }
            return new Word(text.toString());
        }
        var text = new StringBuilder();
        text.append((char) first);
        while (true) {
            reader.mark(1);
            int c = reader.read();
            if (c < 0 || Character.isWhitespace(c)) break;
            if (c == '(' || c == ')') {
                reader.reset();
                break;
            }
            text.append((char) c);
        }
        return new Word(text.toString());
    }
}
