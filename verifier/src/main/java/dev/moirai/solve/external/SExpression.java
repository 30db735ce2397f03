package dev.moirai.solve.external;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** What a solver answers: a word or a list. */
sealed interface SExpression {
    record Word(String text) implements SExpression {}

    record Many(List<SExpression> parts) implements SExpression {}

    /** Reads one from a stream, and nothing beyond it. */
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
