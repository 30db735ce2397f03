package dev.moirai.verify.check;

import dev.moirai.analysis.IdleChoices;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.generate.PassingPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Generated programs that pass drawn values on: where the search that tries all of them finds a failing run, nothing may be
 * found to hold with one value for each. As a command: {@code FIRST COUNT}.
 */
final class IdleChoicesCampaign {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private int failing;
    private int proved;
    private int unproved;

    int failing() {
        return failing;
    }

    int proved() {
        return proved;
    }

    /** False if one value for each was held to be enough, and is not. */
    boolean agree(Path folder, long seed) throws IOException {
        Program program = Asking.program(folder, PassingPrograms.of(seed));
        boolean fails = search(program) instanceof Verdict.Violated;
        boolean holds = IdleChoices.fixed(program, Property.defaults())
                .filter(fixed -> search(fixed) instanceof Verdict.Holds)
                .isPresent();
        if (fails) failing++;
        else if (holds) proved++;
        else unproved++;
        return !(fails && holds);
    }

    private static Verdict search(Program program) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.defaults()));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.withTime(PATIENCE))
                .verdict();
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("passing");
        var campaign = new IdleChoicesCampaign();
        int wrong = 0;
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            try {
                if (campaign.agree(folder, seed)) continue;
                System.out.println("seed " + seed + ": one value is not enough");
            } catch (RuntimeException e) {
                System.out.println("seed " + seed + ": " + e);
            }
            wrong++;
        }
        System.out.println(args[1] + " programs, " + campaign.failing + " fail, " + campaign.proved
                + " hold with one value for each, " + campaign.unproved + " others; " + wrong + " wrong");
    }
}
