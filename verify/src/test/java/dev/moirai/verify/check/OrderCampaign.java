package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.LockingPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the order engine, lazy sequentialization and the explicit search the same questions about generated programs,
 * two programs for each seed. Arguments as a command: first seed, number of seeds.
 */
public final class OrderCampaign {
    private static final long MOST_STATES = 60_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<Property> PROPERTIES = EnumSet.of(
            Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY, Property.DATA_RACE);

    private final Path folder;
    final Map<Property, Integer> violations = new EnumMap<>(Property.class);
    final List<String> wrong = new ArrayList<>();
    int asked;
    int decided;
    int lazyDecided;

    OrderCampaign(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        long first = Long.parseLong(arguments[0]);
        long seeds = Long.parseLong(arguments[1]);
        var campaign = new OrderCampaign(Files.createTempDirectory("order-campaign"));
        for (long seed = first; seed < first + seeds; seed++) {
            long began = System.nanoTime();
            campaign.ask(seed, EnumSet.allOf(Engine.class));
            double seconds = (System.nanoTime() - began) / 1e9;
            if (seconds > 20) System.out.printf("seed %d took %.0f s%n", seed, seconds);
            while (!campaign.wrong.isEmpty()) System.out.println("WRONG " + campaign.wrong.removeLast());
            if ((seed - first) % 50 == 49) System.out.println((seed - first + 1) + " seeds: " + campaign);
        }
        System.out.println(seeds + " seeds: " + campaign);
    }

    enum Engine {
        ORDER,
        LAZY
    }

    void ask(long seed, Set<Engine> engines) throws IOException {
        ask("seed " + seed, ConcurrentPrograms.of(seed), engines);
        ask("locks, seed " + seed, LockingPrograms.of(seed), engines);
    }

    private void ask(String name, String text, Set<Engine> engines) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".c"), text);
        Program program = Preparation.prepare(CPrograms.of(file));
        for (Property property : PROPERTIES) {
            var machine = new Machine(program, MachineOptions.DEFAULT.watching(property));
            var options = ExploreOptions.DEFAULT.withStates(MOST_STATES).withTime(PATIENCE);
            Verdict explicit = Explorer.explore(machine, options).verdict();
            if (explicit instanceof Verdict.Unknown) continue;
            asked++;
            boolean violated = explicit instanceof Verdict.Violated;
            if (violated) violations.merge(property, 1, Integer::sum);
            for (Engine engine : engines) {
                // The lazy engine does not look for races.
                if (engine == Engine.LAZY && property == Property.DATA_RACE) continue;
                String answer = answer(program, property, engine);
                if (!agrees(answer, violated)) {
                    wrong.add(name + ", " + property.word() + ": " + engine + " " + answer + ", explicit " + explicit);
                }
                boolean settled = answer.equals("violated") || answer.equals("holds");
                if (settled && engine == Engine.ORDER) decided++;
                if (settled && engine == Engine.LAZY) lazyDecided++;
            }
        }
    }

    private static boolean agrees(String answer, boolean violated) {
        return switch (answer) {
            case "violated" -> violated;
            case "holds" -> !violated;
            // A loop that waits may iterate more often than all bounds allow.
            case "holds within" -> true;
            default -> answer.startsWith("unknown");
        };
    }

    private static String answer(Program program, Property property, Engine engine) {
        var searchBounds = SearchBounds.of(new Bounds(3, 3));
        try {
            CheckEngine asked = switch (engine) {
                case ORDER -> CheckEngine.ORDER;
                case LAZY -> CheckEngine.LAZY;
            };
            Verdict verdict = new Asking(program, Set.of(property), searchBounds, PATIENCE).by(asked);
            return switch (verdict) {
                case Verdict.Violated _ -> "violated";
                case Verdict.Holds _ -> "holds";
                case Verdict.HoldsWithin _ -> "holds within";
                case Verdict.Unsupported(var construct, var _) -> "unsupported: " + construct;
                case Verdict.Unknown unknown -> "unknown: " + unknown.words();
            };
        } catch (RuntimeException e) {
            return "error: " + e + " at " + e.getStackTrace()[0];
        }
    }

    @Override
    public String toString() {
        return asked + " questions, " + decided + " decided by order, " + lazyDecided + " by lazy; violated "
                + violations;
    }
}
