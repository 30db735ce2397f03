package dev.moirai.bench;

import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.UnitAlone;
import dev.moirai.ir.DataModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How many translation units of real projects parse and translate, each on its own, and why the others do not. */
public final class UnitsReport {
    private record Row(Path folder, Path file, UnitAlone.Result result) {
        boolean translated() {
            return result.refusals().isEmpty();
        }
    }

    private UnitsReport() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var collection = Collection.read("bench/units", args);
        if (collection.isEmpty()) System.exit(2);
        List<Row> rows = collection.get().map(UnitsReport::row);
        print(rows);
        System.exit(!rows.isEmpty() && rows.stream().allMatch(Row::translated) ? 0 : 1);
    }

    private static Row row(Path folder, Path file, DataModel model) {
        return new Row(folder, file, result(file, model));
    }

    private static UnitAlone.Result result(Path file, DataModel model) {
        var options = new COptions(model, CFlags.NONE, Set.of(), COptions.DEFAULT.library(), List.of());
        try {
            return UnitAlone.translate(file, options);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            StackTraceElement[] trace = e.getStackTrace();
            String where = trace.length == 0 ? "" : " at " + trace[0];
            return new UnitAlone.Result(false, List.of("internal error: " + e + where));
        }
    }

    private static void print(List<Row> rows) {
        System.out.printf("%-40s %9s %9s %11s%n", "folder", "units", "parsed", "translated");
        Map<Path, List<Row>> byFolder = new TreeMap<>();
        for (Row row : rows)
            byFolder.computeIfAbsent(row.folder, _ -> new ArrayList<>()).add(row);
        byFolder.forEach((folder, inFolder) -> line(folder.toString(), inFolder));
        line("total", rows);
        Map<String, Map<Row, String>> byKind = new TreeMap<>();
        for (Row row : rows) {
            for (String refusal : row.result.refusals()) {
                byKind.computeIfAbsent(kind(refusal), _ -> new java.util.LinkedHashMap<>())
                        .putIfAbsent(row, refusal);
            }
        }
        var groups = new ArrayList<>(byKind.entrySet());
        groups.sort(Comparator.comparing(group -> -group.getValue().size()));
        for (var group : groups) {
            System.out.printf("%n%d units: %s%n", group.getValue().size(), group.getKey());
            group.getValue().entrySet().stream()
                    .limit(4)
                    .forEach(entry -> System.out.println("    " + entry.getKey().file + ": " + entry.getValue()));
        }
    }

    private static void line(String name, List<Row> rows) {
        long parsed = rows.stream().filter(row -> row.result.parsed()).count();
        long translated = rows.stream().filter(Row::translated).count();
        System.out.printf(
                "%-40s %9d %9d %11d (%.1f%%)%n",
                name, rows.size(), parsed, translated, 100.0 * translated / Math.max(1, rows.size()));
    }

    /** Messages that differ in names and lines only are of one kind. */
    private static String kind(String refusal) {
        return refusal.replaceAll(" \\(line \\d+\\)$", "").replaceAll("'[^']*'", "'...'");
    }
}
