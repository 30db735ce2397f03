package dev.moirai.verify.check;

import dev.moirai.analysis.RisingValues;
import dev.moirai.explore.Exploration;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.Explorer;
import dev.moirai.generate.RisingPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Generated programs of numbers that rise: the search that keeps the worst states alone must say what that without any
 * reduction says. As a command: {@code FIRST COUNT}.
 */
final class RisingCampaign {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long MOST_STATES = 150_000;

    private int failing;
    private int holding;
    private int open;
    private int without;
    private long states;
    private long fewer;

    int failing() {
        return failing;
    }

    int holding() {
        return holding;
    }

    /** False if the two searches contradict each other. */
    boolean agree(Path folder, long seed) throws IOException {
        Program program = Asking.program(folder, RisingPrograms.of(seed));
        Set<Property> asked = seed % 3 == 0 ? Set.of(Property.ASSERTION) : Property.defaults();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(asked));
        var options = ExploreOptions.DEFAULT.withStates(MOST_STATES).withTime(PATIENCE);
        Optional<Exploration> rising = Explorer.rise(machine, options);
        if (rising.isEmpty()) {
            without++;
            return true;
        }
        Exploration plain = Explorer.explore(machine, options.with(Reduction.NONE));
        Verdict mine = rising.get().verdict();
        boolean fails = plain.verdict() instanceof Verdict.Violated;
        boolean holds = plain.verdict() instanceof Verdict.Holds;
        if (fails && mine instanceof Verdict.Violated) failing++;
        else if (holds && mine instanceof Verdict.Holds) {
            holding++;
            states += plain.statistics().states();
            fewer += rising.get().statistics().states();
        } else open++;
        return !(fails && mine instanceof Verdict.Holds) && !(holds && mine instanceof Verdict.Violated);
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("rising");
        var campaign = new RisingCampaign();
        int wrong = 0;
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            try {
                if (campaign.agree(folder, seed)) continue;
                System.out.println("seed " + seed + ": the searches contradict each other");
            } catch (RuntimeException e) {
                System.out.println("seed " + seed + ": " + e);
            }
            wrong++;
        }
        System.out.println(args[1] + " programs: " + campaign.failing + " fail, " + campaign.holding + " hold ("
                + campaign.fewer + " states instead of " + campaign.states + "), " + campaign.open + " left open, "
                + campaign.without + " without numbers that rise; " + wrong + " wrong");
    }

    /** How many globals rise. */
    static int rising(Program program, Set<Property> asked) {
        return RisingValues.of(program, asked).globals().size();
    }
}
