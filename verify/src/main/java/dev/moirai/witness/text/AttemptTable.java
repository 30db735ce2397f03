package dev.moirai.witness.text;

import dev.moirai.witness.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** A table of the bounds that an engine tried, one line each: sizes aligned to the right, seconds by stage, the result. */
public final class AttemptTable {
    private AttemptTable() {}

    public static String of(List<Attempt> attempts) {
        var bounds = new LinkedHashSet<String>();
        var sizes = new LinkedHashSet<String>();
        var stages = new LinkedHashSet<String>();
        for (Attempt attempt : attempts) {
            bounds.addAll(attempt.bounds().keySet());
            sizes.addAll(attempt.sizes().keySet());
            stages.addAll(attempt.seconds().keySet());
        }
        var rows = new ArrayList<List<String>>();
        var head = new ArrayList<String>(bounds);
        head.addAll(sizes);
        stages.forEach(stage -> head.add(stage + " s"));
        head.add("result");
        rows.add(head);
        for (Attempt attempt : attempts) {
            var row = new ArrayList<String>();
            bounds.forEach(name -> row.add(number(attempt.bounds().get(name))));
            sizes.forEach(name -> row.add(number(attempt.sizes().get(name))));
            stages.forEach(name -> row.add(Figures.hundredths(attempt.seconds().getOrDefault(name, 0.0))));
            row.add(attempt.result());
            rows.add(row);
        }
        return aligned(rows);
    }

    private static String number(@org.jspecify.annotations.Nullable Number number) {
        return number == null ? "" : Figures.grouped(number.longValue());
    }

    private static String aligned(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        var text = new StringBuilder();
        for (List<String> row : rows) {
            for (int column = 0; column < columns - 1; column++) {
                int at = column;
                int width =
                        rows.stream().mapToInt(r -> r.get(at).length()).max().orElse(0);
                text.append(" ".repeat(width - row.get(column).length()))
                        .append(row.get(column))
                        .append("  ");
            }
            text.append(row.getLast()).append('\n');
        }
        return text.toString();
    }
}
