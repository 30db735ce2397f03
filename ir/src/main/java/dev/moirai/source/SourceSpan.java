package dev.moirai.source;

/** A place in a source file, lines and columns counted from 1; line 0 means "nowhere in particular". */
public record SourceSpan(String file, int line, int column) {
    public static final SourceSpan NOWHERE = new SourceSpan("", 0, 0);

    /** The place without its column, as verdicts name it: {@code file:line}. */
    public String place() {
        return line == 0 ? toString() : file + ":" + line;
    }

    /** The place as compilers print it: {@code file:line:column}. */
    @Override
    public String toString() {
        if (line == 0) return file.isEmpty() ? "<builtin>" : file;
        return column == 0 ? file + ":" + line : file + ":" + line + ":" + column;
    }
}
