package dev.moirai.bench;

import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many files of a benchmark collection translate to well-formed IR, and why the others do not. */
public final class FrontendReport {
    /** A file, and why it does not translate, if so. */
    private record Row(Path folder, Path file, Optional<String> reason) {}

    private FrontendReport() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Optional<Collection> collection = Collection.read("bench/frontend", args);
        if (collection.isEmpty()) System.exit(2);
        List<Row> rows = collection.get().map(FrontendReport::translate);
        print(rows);
        boolean complete = !rows.isEmpty() && rows.stream().allMatch(row -> row.reason.isEmpty());
        System.exit(complete ? 0 : 1);
    }

    private static Row translate(Path folder, Path file, DataModel model) {
        return new Row(folder, file, failure(file, model));
    }

    private static Optional<String> failure(Path file, DataModel model) {
        try {
            var options = new COptions(
                    model, CFlags.NONE, COptions.DEFAULT.assumePure(), COptions.DEFAULT.library(), List.of());
            var complaints = WellFormed.check(CFrontend.translate(file, options));
            return complaints.isEmpty() ? Optional.empty() : Optional.of("malformed: " + complaints.getFirst());
        } catch (InputException e) {
            var first = e.diagnostics().getFirst();
            return Optional.of(first.message() + " (line " + first.span().line() + ")");
        } catch (RuntimeException | StackOverflowError e) {
            return Optional.of("internal error: " + e);
        }
    }

    private static void print(List<Row> rows) {
        Map<Path, List<Row>> byFolder =
                rows.stream().collect(Collectors.groupingBy(Row::folder, TreeMap::new, Collectors.toList()));
        System.out.printf("%-40s %9s %11s%n", "folder", "files", "translated");
        byFolder.forEach((folder, inFolder) ->
                System.out.printf("%-40s %9d %11d%n", folder, inFolder.size(), translated(inFolder)));
        long all = translated(rows);
        System.out.printf(
                "%-40s %9d %11d (%.1f%%)%n", "total", rows.size(), all, rows.isEmpty() ? 0 : 100.0 * all / rows.size());
        Map<String, List<Row>> byReason = rows.stream()
                .filter(row -> row.reason.isPresent())
                .collect(Collectors.groupingBy(row -> kind(row.reason.orElseThrow())));
        List<Map.Entry<String, List<Row>>> groups = new ArrayList<>(byReason.entrySet());
        groups.sort(Comparator.comparing((Map.Entry<String, List<Row>> group) ->
                        -group.getValue().size())
                .thenComparing(Map.Entry::getKey));
        for (var group : groups) {
            System.out.printf("%n%d files: %s%n", group.getValue().size(), group.getKey());
            for (Row row :
                    group.getValue().subList(0, Math.min(5, group.getValue().size())))
                System.out.println(
                        "    " + row.folder.resolve(row.file.getFileName()) + ": " + row.reason.orElseThrow());
        }
    }

    private static long translated(List<Row> rows) {
        return rows.stream().filter(row -> row.reason.isEmpty()).count();
    }

    /** Messages that differ in names and lines only are of one kind. */
    private static String kind(String reason) {
        return reason.replaceAll("'[^']*'", "'...'").replaceAll(" \\(line \\d+\\)$", "");
    }
}
