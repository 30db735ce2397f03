package dev.moirai.witness;

import java.util.List;

/**
 * What part of a program an answer is about: what {@code main} reaches, through calls, threads and pointers to functions.
 *
 * @param files the files that were given
 * @param functions how many of the functions defined in them, and in what they include, are reached
 * @param loops the loops in those
 * @param started the functions that are started as threads
 * @param unreached the functions that are not reached, in alphabetical order
 */
public record Covered(int files, int functions, int loops, List<String> started, List<String> unreached) {
    private static final int NAMED = 5;

    public Covered {
        started = List.copyOf(started);
        unreached = List.copyOf(unreached);
    }

    public int defined() {
        return functions + unreached.size();
    }

    /** Whether there is anything to tell: of one file of which everything is reached, there is not. */
    public boolean isPart() {
        return files > 1 || !unreached.isEmpty();
    }

    /** In a line: {@code 3 of 5 functions in 2 files (not reached: f, g), 2 loops, 1 kind of thread}. */
    public String words() {
        var words = new StringBuilder();
        if (unreached.isEmpty()) words.append("all ").append(count(functions, "function"));
        else words.append(functions).append(" of ").append(count(defined(), "function"));
        if (files > 1) words.append(" in ").append(files).append(" files");
        if (!unreached.isEmpty()) {
            words.append(" (not reached: ")
                    .append(String.join(", ", unreached.subList(0, Math.min(NAMED, unreached.size()))));
            if (unreached.size() > NAMED)
                words.append(" and ").append(unreached.size() - NAMED).append(" more");
            words.append(")");
        }
        words.append(", ").append(count(loops, "loop"));
        if (!started.isEmpty())
            words.append(", ").append(count(started.size(), "kind")).append(" of threads");
        return words.toString();
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
