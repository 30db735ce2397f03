package dev.moirai.verify.livelock;

import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.BoundedQuery.Result;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import dev.moirai.witness.Attempt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks others about many bounds at once; the search then goes through the answers as if it had asked one by one. */
final class LassosAhead {
    private final LassoPart.Task task;
    private final Workforce workforce;
    private final Set<LassoBounds> asked = new HashSet<>();
    private final Map<LassoBounds, Result> answers = new HashMap<>();

    LassosAhead(LassoPart.Task task, Workforce workforce) {
        this.task = task;
        this.workforce = workforce;
    }

    boolean isOf(LassoBounds bounds) {
        return asked.contains(bounds);
    }

    /** Has all these bounds answered; a lasso within one of them ends the others. */
    void ask(List<LassoBounds> all, Limit limit) {
        asked.addAll(all);
        var parts = all.stream().map(bounds -> new LassoPart(task, bounds)).toList();
        workforce.ask(parts, limit, (part, answer) -> {
            answers.put(all.get(part), answer);
            return answer instanceof Result.Violated ? Wanted.NO_MORE : Wanted.MORE;
        });
    }

    /** The query within these bounds, if others have found a lasso there or know that there is none. */
    Optional<BoundedQuery> query(LassoBounds bounds) {
        return Optional.ofNullable(answers.get(bounds))
                .filter(answer -> answer instanceof Result.Clean || answer instanceof Result.Violated)
                .map(answer -> new Known(bounds, answer));
    }

    /** Where others have found a lasso, the search goes there at once. */
    Optional<LassoBounds> found() {
        return answers.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Result.Violated)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private record Known(LassoBounds bounds, Result answer) implements BoundedQuery {
        @Override
        public String size() {
            return "answered by others";
        }

        @Override
        public Result ask(Limit limit) {
            return answer;
        }

        @Override
        public Attempt attempt(Result result) {
            var tried = new LinkedHashMap<String, Integer>();
            tried.put("stem", bounds.stem());
            tried.put("lasso", bounds.lasso());
            tried.put("unwind", bounds.unwind());
            return new Attempt(tried, Map.of(), Map.of(), result instanceof Result.Violated ? "found" : "none");
        }

        @Override
        public void close() {}
    }
}
