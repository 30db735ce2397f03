package dev.moirai.verify.check;

import dev.moirai.generate.MemoryPrograms;
import dev.moirai.generate.RingPrograms;
import dev.moirai.generate.TablePrograms;
import dev.moirai.generate.WaitingPrograms;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Generated programs that touch memory or use the thread library, asked whether they do so rightly, or assert what arrays hold: where the search finds that
 * they do not, no proof may be found. As a command: {@code FIRST COUNT memory|misuse|handles|usual|usual_waiting|tables|table_accesses|rings}.
 */
final class FaultsCampaign {
    private static final Duration SEARCHING = Duration.ofSeconds(2);
    private static final Duration PROVING = Duration.ofMillis(700);
    /** Proofs about every two threads have many premises. */
    private static final Duration PROVING_PAIRS = Duration.ofSeconds(6);

    /** What is asked, and of which programs. */
    enum Kind {
        MEMORY(Property.MEMORY, MemoryPrograms::of),
        MISUSE(Property.LOCK_MISUSE, WaitingPrograms::of),
        HANDLES(Property.LOCK_MISUSE, MemoryPrograms::of),
        /** All proofs together, which rely on each other. */
        USUAL(Property.defaults(), MemoryPrograms::of),
        USUAL_WAITING(Property.defaults(), WaitingPrograms::of),
        TABLES(Property.ASSERTION, TablePrograms::of),
        TABLE_ACCESSES(Property.MEMORY, TablePrograms::of),
        RINGS(Set.of(Property.ASSERTION), RingPrograms::of, PROVING_PAIRS);

        private final Set<Property> properties;
        private final LongFunction<String> programs;
        private final Duration proving;

        Kind(Property property, LongFunction<String> programs) {
            this(Set.of(property), programs);
        }

        Kind(Set<Property> properties, LongFunction<String> programs) {
            this(properties, programs, PROVING);
        }

        Kind(Set<Property> properties, LongFunction<String> programs, Duration proving) {
            this.properties = properties;
            this.programs = programs;
            this.proving = proving;
        }
    }

    private final Kind kind;
    private final Map<String, Integer> counts = new TreeMap<>();

    private final Map<String, Integer> refused = new TreeMap<>();

    FaultsCampaign(Kind kind) {
        this.kind = kind;
    }

    /** False if the engines contradict each other. */
    boolean agree(Path folder, long seed) throws IOException {
        Program program = Asking.program(folder, kind.programs.apply(seed));
        Verdict searched = new Asking(program, kind.properties, SearchBounds.GROWING, SEARCHING).explicitly();
        Verdict proved =
                new Asking(program, kind.properties, SearchBounds.GROWING, kind.proving).by(CheckEngine.MODULAR);
        if (proved instanceof Verdict.Unsupported(var construct, var _)) refused.merge(construct, 1, Integer::sum);
        counts.merge(word(searched) + ", " + word(proved), 1, Integer::sum);
        return !(searched instanceof Verdict.Violated && proved instanceof Verdict.Holds);
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Violated _ -> "fails";
            case Verdict.Holds _ -> "holds";
            case Verdict.Unsupported _ -> "refused";
            case Verdict.HoldsWithin _, Verdict.Unknown _ -> "open";
        };
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("faults");
        var campaign = new FaultsCampaign(Kind.valueOf(args[2].toUpperCase(Locale.ROOT)));
        long first = Long.parseLong(args[0]);
        int wrong = 0;
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            try {
                if (campaign.agree(folder, seed)) continue;
                System.out.println("seed " + seed + ": a proof of what fails");
            } catch (RuntimeException e) {
                System.out.println("seed " + seed + ": " + e);
            }
            wrong++;
        }
        System.out.println(args[1] + " programs; by search, by proof: " + campaign.counts + "; " + wrong + " wrong");
        System.out.println("refused: " + campaign.refused);
        System.exit(wrong == 0 ? 0 : 1);
    }
}
