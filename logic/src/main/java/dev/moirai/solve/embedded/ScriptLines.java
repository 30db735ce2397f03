package dev.moirai.solve.embedded;

/** Finds the lines on which commands of an SMT-LIB script begin, for readers that count commands but tell no lines. */
final class ScriptLines {
    private ScriptLines() {}

    /** The line, counted from 1, on which the command after {@code before} others begins, or the text in its place. */
    static int ofCommand(String script, int before) {
        int line = 1;
        int depth = 0;
        int begun = 0;
        for (int i = 0; i < script.length(); i++) {
            char c = script.charAt(i);
            if (c == '\n') line++;
            if (Character.isWhitespace(c)) continue;
            if (c == ';') {
                i = script.indexOf('\n', i) - 1;
                if (i < 0) return line;
                continue;
            }
            if (depth == 0) {
                if (begun == before) return line;
                if (c == '(') begun++;
            }
            if (c == '"' || c == '|') {
                int close = script.indexOf(c, i + 1);
                if (close < 0) return line;
                line += (int) script.substring(i, close)
                        .chars()
                        .filter(each -> each == '\n')
                        .count();
                i = close;
            }
            if (c == '(') depth++;
            if (c == ')') depth = Math.max(0, depth - 1);
        }
        return line;
    }
}
