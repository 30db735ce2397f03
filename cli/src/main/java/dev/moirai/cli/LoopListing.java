package dev.moirai.cli;

import dev.moirai.bound.CutPoint;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.json.Json;
import java.io.PrintStream;
import java.util.List;

/** What {@code --show-loops} prints: a line for everything a bound may cut, with the name it is bounded by. */
final class LoopListing {
    private LoopListing() {}

    static Json json(Input input, List<CutPoint> points) {
        return new Json.Builder()
                .put("file", input.file().toString())
                .put("cutPoints", Json.array(points, LoopListing::point))
                .build();
    }

    static void show(Input input, List<CutPoint> points, PrintStream out) {
        if (points.isEmpty()) out.println(input.file() + ": no loops, no recursion, no threads");
        int widest =
                points.stream().mapToInt(point -> point.name().length()).max().orElse(0);
        for (CutPoint point : points) {
            String name = point.name() + " ".repeat(widest - point.name().length());
            out.printf(
                    "%-9s  %s  %s:%d in %s%n",
                    point.kind().word(), name, point.span().file(), point.span().line(), point.function());
        }
    }

    private static Json point(CutPoint point) {
        return new Json.Builder()
                .put("kind", point.kind().word())
                .put("name", point.name())
                .put("file", point.span().file())
                .put("line", point.span().line())
                .put("function", point.function())
                .build();
    }
}
