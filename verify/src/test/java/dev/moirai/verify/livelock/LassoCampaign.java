package dev.moirai.verify.livelock;

import dev.moirai.analysis.Preparation;
import dev.moirai.analysis.VisibleWaits;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LassoSearch;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.RetryPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Fairness;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.input.Responses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compares the explicit and the symbolic search on generated programs, with questions about all threads, about one
 * thread and about responses. As a command: {@code LassoCampaign FIRST COUNT strong|weak|none [response|timed]}. It
 * prints how often they agree and what the symbolic search misses within its largest bounds, and does not stop at
 * differences.
 */
final class LassoCampaign {
    /** Bounds in the order in which they are tried: stem, lasso, unwind. */
    private static final List<LassoBounds> BOUNDS = List.of(
            new LassoBounds(1, 1, 2),
            new LassoBounds(2, 1, 2),
            new LassoBounds(1, 2, 3),
            new LassoBounds(2, 2, 3),
            new LassoBounds(4, 1, 3),
            new LassoBounds(2, 3, 4));

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    enum Outcome {
        BOTH_FIND,
        BOTH_DO_NOT,
        /** Only the explicit search finds a run. */
        MISSED,
        /** The symbolic search has a run that the judge refuses, or that the explicit search says is not there. */
        WRONG,
        /** The explicit search did not finish. */
        UNKNOWN
    }

    record Comparison(Outcome outcome, String detail) {}

    private LassoCampaign() {}

    /** Conditions on the variables of these programs; not every program uses all of them. */
    private static final List<String> RESPONSES =
            List.of("x == 1 -> y == 1", "y != 0 -> x == 2", "a == 1 -> a == 0", "x == y -> a == 1", "x -> !x || y");

    static Comparison compare(long seed, Fairness fairness) throws IOException {
        return compare(RetryPrograms.text(seed), fairness, _ -> anythingOrOne(seed));
    }

    /** Programs whose waits may give up. */
    static Comparison compareTimed(long seed, Fairness fairness) throws IOException {
        return compare(RetryPrograms.withTimeouts(seed), fairness, _ -> anythingOrOne(seed));
    }

    private static LivenessProperty.Undone anythingOrOne(long seed) {
        return seed % 2 == 0
                ? new LivenessProperty.Undone.Anything()
                : new LivenessProperty.Undone.Thread("t" + seed / 2 % 2);
    }

    static Comparison compareResponse(long seed, Fairness fairness) throws IOException {
        return compare(RetryPrograms.text(seed), fairness, program -> {
            for (int i = 0; i < RESPONSES.size(); i++) {
                String response = RESPONSES.get((int) ((seed + i) % RESPONSES.size()));
                if (program.globals().keySet().containsAll(names(response))) return Responses.parse(response, program);
            }
            return new LivenessProperty.Undone.Anything();
        });
    }

    private static List<String> names(String response) {
        return Arrays.stream(response.split("[^a-z]+"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Comparison compare(String text, Fairness fairness, Function<Program, LivenessProperty.Undone> undone)
            throws IOException {
        Path file = Files.createTempFile("retry", ".c");
        try {
            Files.writeString(file, text);
            var prepared = new Passes(Preparation.passes()).run(CPrograms.of(file));
            var program = new VisibleWaits().apply(prepared);
            var machine = new Machine(program, MachineOptions.DEFAULT.watching(Set.of()));
            return compare(machine, new LivenessProperty(fairness, undone.apply(program)));
        } finally {
            Files.delete(file);
        }
    }

    private static Comparison compare(Machine machine, LivenessProperty liveness) {
        var search = LassoSearch.search(machine, liveness, ExploreOptions.DEFAULT.withStates(50_000));
        Optional<Boolean> exists = switch (search.result()) {
            case LassoSearch.Result.Found(var run) -> {
                if (LassoJudge.judge(machine, liveness, run) instanceof LassoJudge.Judgement.Refused(var why)) {
                    yield Optional.empty();
                }
                yield Optional.of(true);
            }
            case LassoSearch.Result.Unanswered _ -> Optional.of(true);
            case LassoSearch.Result.None _, LassoSearch.Result.Stuck _ -> Optional.of(false);
            case LassoSearch.Result.Unknown _ -> Optional.empty();
        };
        if (exists.isEmpty())
            return new Comparison(Outcome.UNKNOWN, search.result().toString());
        for (LassoBounds bounds : BOUNDS) {
            var found = look(
                    () -> new LassoQuery(machine, liveness, bounds, "auto", new LinkedHashSet<>(), Limit.none()),
                    bounds.toString(),
                    exists.get());
            if (found.isEmpty() && liveness.undone() instanceof LivenessProperty.Undone.Response response) {
                found = look(
                        () -> LassoQuery.atEndings(
                                machine, liveness, response, bounds, "auto", new LinkedHashSet<>(), Limit.none()),
                        bounds + " at the end",
                        exists.get());
            }
            if (found.isPresent()) return found.get();
        }
        return exists.get() ? new Comparison(Outcome.MISSED, "") : new Comparison(Outcome.BOTH_DO_NOT, "");
    }

    private static Optional<Comparison> look(Supplier<LassoQuery> opened, String where, boolean exists) {
        try (LassoQuery query = opened.get()) {
            return compared(query.ask(Limit.of(LONG_ENOUGH)), where, exists);
        }
    }

    private static Optional<Comparison> compared(BoundedQuery.Result result, String where, boolean exists) {
        return switch (result) {
            case BoundedQuery.Result.Violated _ ->
                Optional.of(
                        exists
                                ? new Comparison(Outcome.BOTH_FIND, where)
                                : new Comparison(Outcome.WRONG, where + ": the explicit search knows of none"));
            case BoundedQuery.Result.Unconfirmed(var why) ->
                Optional.of(new Comparison(Outcome.WRONG, where + ": " + why));
            case BoundedQuery.Result.Unknown(var reason) ->
                Optional.of(new Comparison(Outcome.UNKNOWN, where + ": " + reason));
            case BoundedQuery.Result.Clean(var beyond) ->
                beyond.stream()
                        .findFirst()
                        .map(reason -> new Comparison(Outcome.UNKNOWN, where + ": " + reason.words()));
        };
    }

    public static void main(String[] args) throws IOException {
        long first = Long.parseLong(args[0]);
        long count = Long.parseLong(args[1]);
        var fairness = Fairness.valueOf(args[2].toUpperCase(java.util.Locale.ROOT));
        Map<Outcome, Integer> tally = new EnumMap<>(Outcome.class);
        Map<String, Integer> found = new java.util.TreeMap<>();
        for (long seed = first; seed < first + count; seed++) {
            Comparison comparison;
            try {
                comparison = switch (args.length > 3 ? args[3] : "") {
                    case "response" -> compareResponse(seed, fairness);
                    case "timed" -> compareTimed(seed, fairness);
                    default -> compare(seed, fairness);
                };
            } catch (RuntimeException e) {
                comparison = new Comparison(Outcome.WRONG, e.toString());
            }
            tally.merge(comparison.outcome(), 1, Integer::sum);
            switch (comparison.outcome()) {
                case BOTH_FIND -> found.merge(comparison.detail(), 1, Integer::sum);
                case BOTH_DO_NOT -> {}
                case MISSED, WRONG, UNKNOWN ->
                    System.out.println("seed " + seed + ": " + comparison.outcome() + " " + comparison.detail());
            }
        }
        System.out.println(fairness.word() + ": " + tally);
        System.out.println("found at " + found);
    }
}
