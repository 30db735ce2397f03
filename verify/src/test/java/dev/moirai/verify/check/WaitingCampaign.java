package dev.moirai.verify.check;

import dev.moirai.generate.WaitingPrograms;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Generated programs in which threads wait, asked about deadlocks: where the search finds one, no proof may be found. As a
 * command: {@code FIRST COUNT}.
 */
final class WaitingCampaign {
    private static final Duration SEARCHING = Duration.ofSeconds(2);
    private static final Duration PROVING = Duration.ofMillis(1200);

    private int deadlocks;
    private int free;
    private int proved;
    private int wrong;

    /** How many programs may come to a deadlock. */
    int deadlocks() {
        return deadlocks;
    }

    /** How many of those that do not come to a deadlock are proved. */
    int proved() {
        return proved;
    }

    /** False if the engines contradict each other. */
    boolean agree(Path folder, long seed) throws IOException {
        var program = Asking.program(folder, WaitingPrograms.of(seed));
        Set<Property> deadlock = Set.of(Property.DEADLOCK);
        Verdict searched = new Asking(program, deadlock, SearchBounds.GROWING, SEARCHING).explicitly();
        boolean fails = searched instanceof Verdict.Violated;
        if (fails) deadlocks++;
        if (searched instanceof Verdict.Holds) free++;
        // Proofs of what holds show that not everything is refused.
        if (!fails && seed % 20 != 0) return true;
        boolean holds = new Asking(program, deadlock, SearchBounds.GROWING, PROVING).by(CheckEngine.MODULAR)
                instanceof Verdict.Holds;
        if (!fails && holds) proved++;
        return !(fails && holds);
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("waiting");
        var campaign = new WaitingCampaign();
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            try {
                if (campaign.agree(folder, seed)) continue;
                System.out.println("seed " + seed + ": a proof of what fails");
            } catch (RuntimeException e) {
                System.out.println("seed " + seed + ": " + e);
            }
            campaign.wrong++;
        }
        System.out.println(args[1] + " programs, " + campaign.deadlocks + " with a deadlock, " + campaign.free
                + " without, of every twentieth of the others proved: " + campaign.proved + "; " + campaign.wrong
                + " wrong");
    }
}
