package dev.moirai.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code --report KIND -o PATH}, or {@code --report KIND=PATH}, as often as there are reports to write. */
final class ReportOptions {
    /** What a report can be. */
    enum Kind {
        HTML("html"),
        SARIF("sarif"),
        JUNIT("xml"),
        MARKDOWN("md"),
        WITNESS_GRAPHML("graphml"),
        WITNESS_YAML("yml");

        private final String ending;

        Kind(String ending) {
            this.ending = ending;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    record Wanted(Kind kind, Path path) {}

    private final Syntax syntax;
    private final Option<List<String>> kinds;
    private final Option<List<String>> paths;

    ReportOptions(Syntax syntax) {
        this.syntax = syntax;
        // record and sequentialize have an -o of their own: there a report is KIND=PATH.
        boolean isFree = !syntax.has("-o");
        kinds = syntax.value(
                "--report",
                "KIND",
                List.of(),
                "Write a report too: html (one page to go through step by step), sarif, junit, markdown,"
                    + " witness-graphml, witness-yaml (of a violation or a proof, as the competition exchanges them); "
                        + (isFree ? "-o says where, or KIND=PATH" : "KIND=PATH says where")
                        + ". May be given several times.",
                Readers::several);
        Option.Reader<List<String>> several = Readers::several;
        paths = isFree
                ? syntax.value("-o", "PATH", List.<String>of(), "With --report: the file, or a folder for it.", several)
                : new Option<>(List.of("-o"), "PATH", List.of(), "", several);
        syntax.afterwards(this::wanted);
    }

    /** Refuses reports where there is no verdict to report. */
    void refuse(String command) {
        if (areGiven()) throw new UsageException(command + " gives no verdict about a program: it has no --report");
    }

    boolean areGiven() {
        return kinds.isGiven() || paths.isGiven();
    }

    /** The command line as it can be typed again, without the name of the command. */
    List<String> words() {
        return syntax.words();
    }

    /** The reports to write. Throws a {@link UsageException} unless each has a kind and a place that can be written. */
    List<Wanted> wanted() {
        var all = new ArrayList<Wanted>();
        var places = new ArrayList<>(paths.value());
        for (String given : kinds.value()) {
            int equals = given.indexOf('=');
            Kind kind = Readers.oneOf(Kind.class).read(equals < 0 ? given : given.substring(0, equals), Kind.HTML);
            if (equals < 0 && places.isEmpty()) {
                throw new UsageException("where does the report go? Say --report " + given + "=FILE");
            }
            Path path = Readers.toPath(equals < 0 ? places.removeFirst() : given.substring(equals + 1));
            if (Files.isDirectory(path)) path = path.resolve("moirai." + kind.ending);
            Saving.refuseUnlessWritable(path);
            all.add(new Wanted(kind, path));
        }
        if (!places.isEmpty()) throw new UsageException("-o " + places.getFirst() + " needs a --report before it");
        return all;
    }
}
