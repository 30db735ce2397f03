package dev.moirai.witness.json;

import dev.moirai.witness.Attempt;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Statistics;

/** The cost of an answer, and the engines that failed. */
final class CostJson {
    private CostJson() {}

    static Json of(Statistics statistics) {
        var json = new Json.Builder().put("seconds", seconds(statistics.seconds()));
        statistics.counts().forEach((name, count) -> json.put(name.replace(' ', '-'), count));
        if (!statistics.attempts().isEmpty()) json.put("attempts", Json.array(statistics.attempts(), CostJson::of));
        return json.build();
    }

    private static Json of(Attempt attempt) {
        var json = new Json.Builder();
        attempt.bounds().forEach((name, bound) -> json.put(name, (long) bound));
        attempt.sizes().forEach(json::put);
        var seconds = new Json.Builder();
        attempt.seconds().forEach((stage, time) -> seconds.put(stage, seconds(time)));
        return json.put("seconds", seconds.build())
                .put("result", attempt.result())
                .build();
    }

    private static Json seconds(double seconds) {
        return new Json.Real(Math.round(seconds * 1000) / 1000.0);
    }

    static Json of(Failure failure) {
        var json = new Json.Builder().put("engine", failure.engine()).put("error", failure.what());
        failure.file().ifPresent(file -> json.put("file", file));
        return json.build();
    }
}
