package dev.moirai.verify.check;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.ConcurrentPrograms.Feature;
import dev.moirai.generate.LockingPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.sequentialize.RoundRobinSearch;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares explicit search and lazy sequentialization on generated C programs. With growing bounds, both give the same
 * verdict. With one, two or three rounds, and for each property, lazy sequentialization finds a violation if and only
 * if a search restricted to so many rounds does. Every violation is replayed, else there is an exception.
 */
final class LazyDifferential {
    static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);

    /** Loops run at most twice, and their tests once more; so this unwinds all. */
    private static final int UNWIND = 3;

    private static final int[] ROUNDS = {1, 2, 3};
    private static final long MOST_STATES = 200_000;

    private final Path folder;
    private final Duration patience;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();
    private int compared;

    /** @param patience how long bounds may grow for one program */
    LazyDifferential(Path folder, Duration patience) {
        this.folder = folder;
        this.patience = patience;
    }

    /** The number of results of each kind. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** How many questions, of a program, a property and a number of rounds, were put to both. */
    int compared() {
        return compared;
    }

    /** Where the engines disagree, with seeds. */
    List<String> differences() {
        return differences;
    }

    void compare(long seed) throws IOException {
        // Every run is finite without SPIN; two or three threads, main included.
        var shape = ConcurrentPrograms.shape(seed, EnumSet.complementOf(EnumSet.of(Feature.SPIN)));
        if (shape.threads() > 2) shape = new ConcurrentPrograms.Shape(2, shape.statements(), shape.features());
        compare("seed " + seed, ConcurrentPrograms.of(seed, shape));
    }

    /** Programs with locks of their own: atomic sections that end in several places. */
    void compareLocks(long seed) throws IOException {
        compare("locks, seed " + seed, LockingPrograms.of(seed));
    }

    private void compare(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text);
        Program program = new Input(file, InputOptions.DEFAULT, Dump.NOTHING).read();
        count("programs");
        try {
            allRounds(name, program);
            for (int rounds : ROUNDS) {
                someRounds(name, program, WATCHED, rounds);
                for (Property property : WATCHED) someRounds(name, program, EnumSet.of(property), rounds);
            }
        } catch (RuntimeException e) {
            differences.add(name + ": " + e);
        }
        Files.delete(file);
    }

    private void allRounds(String name, Program program) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        Verdict explicit = Explorer.explore(machine, ExploreOptions.DEFAULT.withStates(MOST_STATES))
                .verdict();
        Verdict lazy = lazy(program, WATCHED, SearchBounds.GROWING);
        count("explicit " + word(explicit) + ", lazy " + word(lazy));
        boolean contradict = (explicit instanceof Verdict.Violated && lazy instanceof Verdict.Holds)
                || (explicit instanceof Verdict.Holds && lazy instanceof Verdict.Violated);
        if (contradict) differences.add(name + ": explicit " + explicit + ", lazy " + lazy);
        if (explicit instanceof Verdict.Violated && !(lazy instanceof Verdict.Violated)) {
            differences.add(name + ": not found by lazy in " + patience + ": " + word(lazy));
        }
    }

    private void someRounds(String name, Program program, Set<Property> watched, int rounds) {
        String what = rounds + " rounds, "
                + (watched.size() == 1 ? watched.iterator().next().word() : "all");
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        Set<String> expected;
        try {
            expected = RoundRobinSearch.violations(machine, rounds);
        } catch (IllegalStateException _) {
            count(what + ": too many states to compare");
            return;
        }
        Verdict lazy = lazy(program, watched, SearchBounds.of(new Bounds(UNWIND, rounds)));
        boolean agree = switch (lazy) {
            case Verdict.Violated(var violation, var _) -> expected.contains(RoundRobinSearch.name(violation));
            case Verdict.Holds _, Verdict.HoldsWithin _ -> expected.isEmpty();
            // If no place of the property is reached within the bounds, there is no violation within them.
            case Verdict.Unknown(var reasons) ->
                reasons.getFirst().kind() == Reason.Kind.NOTHING_REACHED && expected.isEmpty();
            case Verdict.Unsupported _ -> false;
        };
        compared++;
        count(what + ": " + (expected.isEmpty() ? "no violation" : "violation"));
        if (!agree) {
            differences.add(name + ", " + what + ": expected " + expected + ", lazy says " + lazy);
        }
    }

    private Verdict lazy(Program program, Set<Property> watched, SearchBounds searchBounds) {
        return new Asking(program, watched, searchBounds, patience).by(CheckEngine.LAZY);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private static String word(Verdict verdict) {
        return verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
