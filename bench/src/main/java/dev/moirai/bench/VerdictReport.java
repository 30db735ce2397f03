package dev.moirai.bench;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Passes;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Explicit search over a benchmark collection, against the verdicts the collection itself gives: whether the error can be
 * reached, from the task definition beside a file or from the file's name.
 */
public final class VerdictReport {
    private static final Pattern TASK = Pattern.compile("unreach-call\\.prp\\s+expected_verdict: (true|false)");
    private static final Pattern NAME = Pattern.compile("[_-](true|false)(-unreach-call[^/]*)?\\.(i|c)$");

    private record Row(Path folder, Path file, Optional<Boolean> safe, String answer, double seconds) {
        private static final String VIOLATED = "violated";
        private static final String HOLDS = "holds";

        String score() {
            if (answer.equals(VIOLATED))
                return safe.map(expected -> expected ? "WRONG" : "right").orElse(answer);
            if (answer.equals(HOLDS))
                return safe.map(expected -> expected ? "right" : "WRONG").orElse(answer);
            return "open";
        }
    }

    private VerdictReport() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        Duration limit = Duration.ofSeconds(10);
        int at = words.indexOf("--time");
        if (at >= 0 && at + 1 < words.size()) {
            limit = Duration.ofSeconds(Long.parseLong(words.get(at + 1)));
            words.subList(at, at + 2).clear();
        }
        Optional<Collection> collection = Collection.read("bench/verdicts", words.toArray(String[]::new));
        if (collection.isEmpty()) System.exit(2);
        Duration perFile = limit;
        List<Row> rows = collection.get().map((folder, file, model) -> ask(folder, file, model, perFile));
        print(rows);
        System.exit(rows.stream().anyMatch(row -> row.score().equals("WRONG")) ? 1 : 0);
    }

    private static Row ask(Path folder, Path file, DataModel model, Duration limit) {
        long began = System.nanoTime();
        String answer = answer(file, model, limit);
        var row = new Row(folder, file, expected(file), answer, (System.nanoTime() - began) / 1e9);
        System.out.printf("%-6s %6.1f s  %s: %s%n", row.score(), row.seconds, file, answer);
        return row;
    }

    private static String answer(Path file, DataModel model, Duration limit) {
        // Several searches share the heap, and what the last one left there counts against this one's limit.
        System.gc();
        long memory = Runtime.getRuntime().maxMemory() / 4 * 3;
        var options =
                new COptions(model, CFlags.NONE, COptions.DEFAULT.assumePure(), COptions.DEFAULT.library(), List.of());
        try {
            var program = new Passes(Preparation.passes()).run(CFrontend.translate(file, options));
            var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.ASSERTION));
            var exploration = Explorer.explore(
                    machine, ExploreOptions.DEFAULT.withTime(limit).withMemory(memory));
            return switch (exploration.verdict()) {
                case Verdict.Holds() -> Row.HOLDS;
                case Verdict.Violated _ -> Row.VIOLATED;
                case Verdict.HoldsWithin(var within) -> "holds within " + within.words();
                case Verdict.Unsupported(var construct, var span) -> "unsupported: " + construct + " at " + span;
                case Verdict.Unknown unknown -> "unknown: " + unknown.words();
            };
        } catch (InputException e) {
            return "refused: " + e.getMessage();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return "internal error: " + e;
        }
    }

    private static Optional<Boolean> expected(Path file) {
        String name = file.getFileName().toString();
        Path task = file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".yml");
        try {
            var matcher = Files.exists(task) ? TASK.matcher(Files.readString(task)) : NAME.matcher(name);
            return matcher.find() ? Optional.of(matcher.group(1).equals("true")) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(List<Row> rows) {
        Map<Path, Map<String, Long>> scores = rows.stream()
                .collect(Collectors.groupingBy(
                        Row::folder,
                        TreeMap::new,
                        Collectors.groupingBy(Row::score, TreeMap::new, Collectors.counting())));
        scores.forEach((folder, counts) -> System.out.println(folder + ": " + counts));
        System.out.println("total: "
                + rows.stream().collect(Collectors.groupingBy(Row::score, TreeMap::new, Collectors.counting())));
        rows.stream()
                .filter(row -> row.score().equals("WRONG"))
                .forEach(row -> System.out.println("WRONG: " + row.file + " " + row.answer));
    }
}
