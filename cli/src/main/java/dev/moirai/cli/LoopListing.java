package dev.moirai.cli;

import dev.moirai.property.CutPoint;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.util.List;

/**
 * Prints for {@code --show-loops} a line for each loop and function that a bound may cut, with its name for {@code
 * --unwindset}.
 */
final class LoopListing {
    private LoopListing() {}

    static Reply of(String file, List<CutPoint> points) {
        Json json = AnswerJson.begun("check", file)
                .put("cutPoints", Json.array(points, LoopListing::point))
                .build();
        return new Reply.Made(json, text(file, points));
    }

    private static String text(String file, List<CutPoint> points) {
        if (points.isEmpty()) return file + ": no loops, no recursion, no threads\n";
        int widest =
                points.stream().mapToInt(point -> point.name().length()).max().orElse(0);
        var text = new StringBuilder();
        for (CutPoint point : points) {
            String name = point.name() + " ".repeat(widest - point.name().length());
            text.append(String.format(
                    "%-9s  %s  %s:%d in %s%n",
                    point.kind().word(), name, point.span().file(), point.span().line(), point.function()));
        }
        return text.toString();
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
