package dev.moirai.verify.predict;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.ConcurrentPrograms.Feature;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.predict.Predictor;
import dev.moirai.predict.TraceSlicing;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Exploration by turned branches against the search over all states, on generated programs: {@code ExplorationCampaign FIRST
 * COUNT}. What exploration reports the search must find too; what exploration ends without, with nothing left to turn, the
 * search must not find.
 */
public final class ExplorationCampaign {
    private static final Set<Property> ASKED = EnumSet.of(Property.ASSERTION);
    private static final Set<Feature> FEATURES = EnumSet.complementOf(EnumSet.of(Feature.SPIN, Feature.MISUSE));
    private static final int RUNS = 300;
    private static final long MOST_STATES = 300_000;

    /** What came of one program. */
    enum Result {
        BOTH_FIND,
        NEITHER_FINDS,
        /** Exploration has used up its runs, or could not decide a branch. */
        GAVE_UP,
        MISSED,
        INVENTED,
        /** Too many states to compare with, or nothing to record. */
        SKIPPED
    }

    /** @param isNeeded whether the first trace alone does not show it */
    record Comparison(Result result, boolean isNeeded, String text) {}

    private ExplorationCampaign() {}

    static Comparison compare(long seed, Path folder) throws IOException {
        String text = ConcurrentPrograms.of(seed, ConcurrentPrograms.shape(seed, FEATURES));
        Path file = Files.writeString(folder.resolve("p" + seed + ".c"), text);
        var input = new Input(file, InputOptions.DEFAULT, Dump.NOTHING);
        Recording.Recorded recorded;
        try {
            var extent = new Recording.Extent(10_000, Budget.of(Optional.empty()));
            recorded = Recording.inMemory(input, OptionalLong.empty(), extent);
        } catch (InputException e) {
            return new Comparison(Result.SKIPPED, false, text);
        }
        var machine = new Machine(recorded.program(), MachineOptions.DEFAULT.watching(ASKED));
        Verdict all = Explorer.explore(machine, ExploreOptions.DEFAULT.withStates(MOST_STATES))
                .verdict();
        Prediction.Result explored =
                BranchExploration.of(new ProgramSubject(recorded), options(), RUNS, Limit.none(), _ -> {});
        Prediction.Explored how = explored.explored().orElseThrow();
        boolean isNeeded = how.runs() > 1;
        boolean finds = explored.found().stream()
                .anyMatch(each -> ASKED.contains(each.violation().property()));
        if (finds) {
            boolean isThere = all instanceof Verdict.Violated;
            if (all instanceof Verdict.Unknown) return new Comparison(Result.SKIPPED, isNeeded, text);
            return new Comparison(isThere ? Result.BOTH_FIND : Result.INVENTED, isNeeded, text);
        }
        if (!(all instanceof Verdict.Violated)) return new Comparison(Result.NEITHER_FINDS, isNeeded, text);
        return new Comparison(how.isComplete() ? Result.MISSED : Result.GAVE_UP, isNeeded, text);
    }

    private static Predictor.Options options() {
        return new Predictor.Options(
                ASKED,
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                TraceSlicing.BY_CLAIM,
                "moirai",
                1);
    }

    public static void main(String[] args) throws IOException {
        long first = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        Path folder = Files.createTempDirectory("moirai-explore");
        int[] results = new int[Result.values().length];
        int needed = 0;
        for (long seed = first; seed < first + count; seed++) {
            Comparison comparison = compare(seed, folder);
            results[comparison.result().ordinal()]++;
            if (comparison.result() == Result.BOTH_FIND && comparison.isNeeded()) needed++;
            boolean isWrong = comparison.result() == Result.MISSED || comparison.result() == Result.INVENTED;
            if (isWrong) System.out.println("seed " + seed + ": " + comparison.result());
        }
        for (Result each : Result.values()) System.out.println(each + " " + results[each.ordinal()]);
        System.out.println(needed + " of those that both find are not in the first trace");
    }
}
