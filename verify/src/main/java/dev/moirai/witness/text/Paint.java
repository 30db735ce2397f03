package dev.moirai.witness.text;

import dev.moirai.property.Verdict;

/** Colours, on terminals that show them. */
public enum Paint {
    PLAIN,
    COLOUR;

    /** Blue, yellow, green, magenta, cyan: what is read well on dark and light. Red is for what went wrong. */
    private static final String[] OF_THREADS = {"34", "33", "32", "35", "36"};

    /** The last line, by what it says. */
    public String verdict(Verdict verdict, String line) {
        return switch (verdict) {
            case Verdict.Holds _, Verdict.HoldsWithin _ -> painted("1;32", line);
            case Verdict.Violated _ -> alarm(line);
            case Verdict.Unsupported _, Verdict.Unknown _ -> painted("1;33", line);
        };
    }

    /** The name of a thread above its column. */
    String head(int column, String text) {
        return painted("1;" + OF_THREADS[column % OF_THREADS.length], text);
    }

    /** The mark of a thread that has more to do. */
    String guide(int column, String text) {
        return painted(OF_THREADS[column % OF_THREADS.length], text);
    }

    String bold(String text) {
        return painted("1", text);
    }

    String dim(String text) {
        return painted("2", text);
    }

    String alarm(String text) {
        return painted("1;31", text);
    }

    private String painted(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
