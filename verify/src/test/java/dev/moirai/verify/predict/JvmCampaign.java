package dev.moirai.verify.predict;

import dev.moirai.generate.jvm.JavaOrders;
import dev.moirai.generate.jvm.JavaProgram;
import dev.moirai.generate.jvm.JavaPrograms;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.InputException;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;

/**
 * Prediction from runs of generated Java programs against all their executions, which are enumerated without a JVM:
 * {@code JvmCampaign FIRST COUNT}. What is reported must be possible; what another order of the recorded steps does must be
 * reported. Every fourth program is explored too.
 */
public final class JvmCampaign {
    private static final Set<Property> ASKED =
            Set.of(Property.ASSERTION, Property.EXCEPTION, Property.DATA_RACE, Property.DEADLOCK);
    private static final int MOST_STATES = 300_000;
    private static final int RUNS = 15;

    enum Result {
        AGREE,
        INVENTED,
        MISSED,
        /** Too many states to compare with, or nothing to record. */
        SKIPPED
    }

    /** @param all what can go wrong in any execution */
    record Comparison(Result result, Set<String> all, Set<String> found, String words) {}

    private JvmCampaign() {}

    public static void main(String[] words) throws IOException {
        long first = Long.parseLong(words[0]);
        int count = Integer.parseInt(words[1]);
        Path folder = Files.createTempDirectory("moirai-java");
        Map<Result, Integer> results = new EnumMap<>(Result.class);
        int found = 0;
        int explored = 0;
        int exploredFinds = 0;
        for (long seed = first; seed < first + count; seed++) {
            Comparison comparison = compare(seed, folder, OptionalInt.empty());
            results.merge(comparison.result, 1, Integer::sum);
            found += comparison.found.size();
            report(seed, comparison);
            boolean hasMore = comparison.result != Result.SKIPPED && !comparison.found.containsAll(comparison.all);
            if (seed % 4 != 0 || !hasMore) continue;
            Comparison more = compare(seed, folder, OptionalInt.of(RUNS));
            explored++;
            if (!more.found.isEmpty()) exploredFinds++;
            if (more.result == Result.INVENTED) {
                results.merge(more.result, 1, Integer::sum);
                report(seed, more);
            }
        }
        System.out.println(results + "; " + found + " violations; explored " + explored + ", which shows something in "
                + exploredFinds);
    }

    private static void report(long seed, Comparison comparison) {
        boolean differs = comparison.result == Result.INVENTED || comparison.result == Result.MISSED;
        if (differs) System.out.println(seed + " " + comparison.result + ": " + comparison.words);
    }

    static Comparison compare(long seed, Path folder, OptionalInt runs) throws IOException {
        JavaProgram program = JavaPrograms.of(seed);
        Optional<Set<String>> all = JavaOrders.all(program, MOST_STATES);
        Optional<Set<String>> along = JavaOrders.alongSteadyRun(program, MOST_STATES);
        if (all.isEmpty() || along.isEmpty()) return new Comparison(Result.SKIPPED, Set.of(), Set.of(), "");
        Set<String> expected = new TreeSet<>(along.get());
        JavaOrders.endOfSteadyRun(program).ifPresent(expected::add);
        Set<String> found;
        try {
            found = found(answer(program, folder, runs));
        } catch (InputException e) {
            found = new TreeSet<>(); // one thread alone was seen: then nothing is expected either
        }
        Set<String> invented = new TreeSet<>(found);
        invented.removeAll(all.get());
        Set<String> missed = new TreeSet<>(expected);
        missed.removeAll(found);
        Result result = !invented.isEmpty()
                ? Result.INVENTED
                : missed.isEmpty() || runs.isPresent() ? Result.AGREE : Result.MISSED;
        return new Comparison(
                result, all.get(), found, "invented " + invented + ", missed " + missed + ", found " + found);
    }

    private static Answer answer(JavaProgram program, Path folder, OptionalInt runs) throws IOException {
        Path source = Files.writeString(folder.resolve(program.name() + ".java"), program.text());
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-proc:none", "-d", folder.toString(), source.toString());
        if (status != 0) throw new IllegalStateException(program.text());
        return FreshPrediction.of(folder, program.name(), ASKED, runs);
    }

    private static Set<String> found(Answer answer) {
        var found = new TreeSet<String>();
        if (answer.evidence() instanceof Evidence.Predictions(var _, var predicted)) {
            for (Predicted each : predicted) found.add(words(each.violation()));
        }
        return found;
    }

    private static String words(Violation violation) {
        List<Violation.Place> places = violation.places();
        int line = violation.span().line();
        return switch (violation.property()) {
            case DEADLOCK -> JavaOrders.DEADLOCK;
            case DATA_RACE -> JavaOrders.race(line, places.getLast().span().line());
            default -> JavaOrders.failure(violation.property().word(), line);
        };
    }
}
