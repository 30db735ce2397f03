package dev.moirai.cli;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceTexts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/** What is wrong with input: messages as a compiler gives them, with the lines they are about. */
final class Complaints {
    /** Messages about one input; who has more to mend starts with these. */
    private static final int MOST = 50;

    private Complaints() {}

    static void print(String input, List<Diagnostic> diagnostics, PrintStream err) {
        var sources = new SourceTexts();
        var known = new HashSet<String>();
        for (Diagnostic diagnostic : diagnostics.subList(0, Math.min(MOST, diagnostics.size()))) {
            String file = diagnostic.span().file();
            if (known.add(file)) load(sources, file);
            err.println(sources.render(diagnostic));
            if (!file.equals(input)) err.println("      = read for " + input);
        }
        if (diagnostics.size() > MOST) err.println("and " + (diagnostics.size() - MOST) + " more");
    }

    /** The first of them. */
    static String inALine(List<Diagnostic> diagnostics) {
        Diagnostic first = diagnostics.getFirst();
        String more = diagnostics.size() == 1 ? "" : " (and " + (diagnostics.size() - 1) + " more)";
        return first.span() + ": " + first.message() + more;
    }

    static void load(SourceTexts sources, String file) {
        try {
            Path path = Path.of(file);
            if (Files.isRegularFile(path)) sources.add(file, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException | RuntimeException _) {
            // a message without its line is still a message
        }
    }
}
