package dev.moirai.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On generated programs the partial-order engine says what the explicit search says: where that finds a violation it finds
 * one too (and the interpreter confirms it), and where that finds none it finds none. More seeds:
 * {@code -Dmoirai.order.seeds=500 -Dmoirai.order.first=1}.
 */
class OrderAgainstExplicitSearchTest {
    private static final long SEEDS = Long.getLong("moirai.order.seeds", 40);
    private static final long FIRST = Long.getLong("moirai.order.first", 1);
    private static final long MOST_STATES = 60_000;
    private static final Set<Property> PROPERTIES = EnumSet.of(
            Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY, Property.DATA_RACE);

    @TempDir
    Path folder;

    @Test
    void agrees() throws Exception {
        Map<Property, Integer> violations = new EnumMap<>(Property.class);
        List<String> wrong = new ArrayList<>();
        int decided = 0;
        int asked = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Path file = Files.writeString(folder.resolve("seed" + seed + ".c"), ConcurrentPrograms.of(seed));
            Program program = Preparation.prepare(CFrontend.translate(file, COptions.DEFAULT));
            for (Property property : PROPERTIES) {
                Verdict explicit = explicit(program, property);
                if (explicit instanceof Verdict.Unknown) continue;
                asked++;
                String order = order(program, property);
                boolean violated = explicit instanceof Verdict.Violated;
                if (violated) violations.merge(property, 1, Integer::sum);
                boolean agrees = switch (order) {
                    case "violated" -> violated;
                    case "holds" -> !violated;
                    // A loop that waits may go on beyond all bounds.
                    case "holds within" -> true;
                    default -> order.startsWith("unknown");
                };
                if (order.equals("violated") || order.equals("holds")) decided++;
                if (!agrees)
                    wrong.add("seed " + seed + ", " + property.word() + ": " + order + ", explicit " + explicit);
            }
        }
        System.out.println("order against explicit search: " + SEEDS + " programs, " + asked + " questions, " + decided
                + " decided, violated " + violations);
        assertThat(wrong).isEmpty();
        assertThat(decided).isGreaterThan((int) (asked * 0.7));
    }

    private static Verdict explicit(Program program, Property property) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(property));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.withStates(MOST_STATES))
                .verdict();
    }

    private static String order(Program program, Property property) {
        var question = new OrderQuestion(program, Set.of(property), Reach.of(new Bounds(3, 1)), "auto");
        var limit = Limit.of(Duration.ofSeconds(10));
        try {
            return switch (new OrderSearch(question, limit, Progress.IGNORED).search()) {
                case Verdict.Violated _ -> "violated";
                case Verdict.Holds _ -> "holds";
                case Verdict.HoldsWithin _ -> "holds within";
                case Verdict.Unsupported(var construct, var _) -> "unsupported: " + construct;
                case Verdict.Unknown(var reason) -> "unknown: " + reason;
            };
        } catch (RuntimeException e) {
            return "error: " + e + " at " + e.getStackTrace()[0];
        }
    }
}
