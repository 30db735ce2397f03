package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.generate.MathematicalIr;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the explicit search, lazy sequentialization and the order engine about generated programs over integers, maps and
 * named types. Engines replay what they find before they say so. Arguments as a command: first seed, number of seeds.
 */
public final class MathematicalCampaign {
    private static final long MOST_STATES = 60_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Set<CheckEngine> ENGINES = EnumSet.of(CheckEngine.LAZY, CheckEngine.ORDER);

    final Map<CheckEngine, Integer> decided = new EnumMap<>(CheckEngine.class);
    final List<String> wrong = new ArrayList<>();
    int asked;
    int violated;

    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        long seeds = Long.parseLong(arguments[1]);
        var campaign = new MathematicalCampaign();
        for (long seed = first; seed < first + seeds; seed++) {
            campaign.ask(seed);
            while (!campaign.wrong.isEmpty()) System.out.println("WRONG " + campaign.wrong.removeLast());
            if ((seed - first) % 50 == 49) System.out.println((seed - first + 1) + " seeds: " + campaign);
        }
        System.out.println(seeds + " seeds: " + campaign);
    }

    void ask(long seed) {
        Program program = MathematicalIr.of(seed);
        List<String> complaints = WellFormed.check(program);
        if (!complaints.isEmpty()) throw new IllegalStateException("seed " + seed + ": " + complaints);
        Program prepared = Preparation.prepare(program);
        var machine = new Machine(prepared, MachineOptions.DEFAULT.watching(Property.ASSERTION));
        var options = ExploreOptions.DEFAULT.withStates(MOST_STATES).withTime(PATIENCE);
        Verdict explicit = Explorer.explore(machine, options).verdict();
        if (explicit instanceof Verdict.Unknown) return;
        asked++;
        boolean fails = explicit instanceof Verdict.Violated;
        if (fails) violated++;
        for (CheckEngine engine : ENGINES) {
            Verdict verdict = new Asking(
                            prepared, Set.of(Property.ASSERTION), SearchBounds.of(new Bounds(2, 8)), PATIENCE)
                    .by(engine);
            boolean settled = verdict instanceof Verdict.Violated || verdict instanceof Verdict.Holds;
            if (settled) decided.merge(engine, 1, Integer::sum);
            boolean agrees =
                    settled ? fails == verdict instanceof Verdict.Violated : !(verdict instanceof Verdict.Unsupported);
            if (!agrees) wrong.add("seed " + seed + ": " + engine + " " + verdict + ", explicit " + explicit);
        }
    }

    @Override
    public String toString() {
        return asked + " asked, " + violated + " violated, decided " + decided;
    }
}
