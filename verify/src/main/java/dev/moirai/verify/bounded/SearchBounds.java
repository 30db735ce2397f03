package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.CountedLoops;
import dev.moirai.bound.CutPoints;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.CutPoint;
import dev.moirai.property.CutReason;
import dev.moirai.property.Within;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far a bounded engine searches.
 *
 * @param bounds if absent, they grow while there is time
 * @param unwindSet other bounds than the general one for single loops and functions, by the names of {@link CutPoint}
 * @param threads the most threads, main included; if absent, all threads whose number is plain from the program, and a
 *     few of the others
 */
public record SearchBounds(Optional<Bounds> bounds, Map<String, Integer> unwindSet, Optional<Integer> threads) {
    /** The most threads if neither the program nor the user says plainly how many there are. */
    public static final int FEW_THREADS = BoundOptions.DEFAULT_THREADS;

    public static final SearchBounds GROWING = new SearchBounds(Optional.empty(), Map.of(), Optional.empty());

    public SearchBounds {
        unwindSet = Collections.unmodifiableMap(new TreeMap<>(unwindSet));
    }

    public static SearchBounds of(Bounds bounds) {
        return new SearchBounds(Optional.of(bounds), Map.of(), Optional.empty());
    }

    public BoundOptions unwinding(int unwind) {
        BoundOptions options = BoundOptions.unwind(unwind).withUnwindSet(unwindSet);
        return threads.map(options::withThreads).orElse(options);
    }

    /** The bounds of single loops and functions, with those of others. What the user says goes first. */
    Map<String, Integer> with(Map<String, Integer> others) {
        var all = new TreeMap<>(others);
        all.putAll(unwindSet);
        return all;
    }

    /** The program with counters that bound its loops, for an engine that needs no other bounds. */
    public CountedLoops.Counted counted(Program program) {
        boolean isBounded = bounds.isPresent() || !unwindSet.isEmpty() || threads.isPresent();
        if (!isBounded) return new CountedLoops.Counted(program, Map.of());
        return CountedLoops.in(program, BoundOptions.unwind(loopBound()).withUnwindSet(unwindSet));
    }

    private int loopBound() {
        return bounds.map(Bounds::unwind).orElse(Integer.MAX_VALUE);
    }

    /** The most threads for an engine that could follow any number. */
    public int mostThreads() {
        return threads.orElse(Integer.MAX_VALUE);
    }

    /** How a verdict names what such an engine has left out. */
    public Within within(Set<CutReason> cut) {
        return new Within(limits(loopBound(), cut));
    }

    /** Whether a query that unwinds more would leave out less for this reason. */
    public boolean isRaisedByUnwinding(CutReason reason) {
        return switch (reason) {
            case CutReason.Loop(var name, var _) -> !unwindSet.containsKey(name);
            case CutReason.Recursion(var function) -> !unwindSet.containsKey(function);
            case CutReason.Threads _, CutReason.Rounds _, CutReason.Construct _ -> false;
        };
    }

    /**
     * The limits that were reached, as a verdict names them: {@code unwind=2 rounds=3}, then those of {@code unwindSet}
     * and on threads.
     */
    public List<String> limits(int unwind, Collection<CutReason> met) {
        var limits = new LinkedHashSet<String>();
        var single = new TreeSet<String>();
        var most = new TreeSet<String>();
        if (met.stream().anyMatch(this::isRaisedByUnwinding)) limits.add("unwind=" + unwind);
        for (CutReason reason : met) {
            switch (reason) {
                case CutReason.Rounds(var rounds) -> limits.add("rounds=" + rounds);
                case CutReason.Loop(var name, var _) -> addSingle(name, single);
                case CutReason.Recursion(var function) -> addSingle(function, single);
                case CutReason.Threads(var limit) -> most.add("threads=" + limit);
                case CutReason.Construct _ -> {}
            }
        }
        if (!single.isEmpty()) limits.add("unwindset=" + String.join(",", single));
        limits.addAll(most);
        return List.copyOf(limits);
    }

    private void addSingle(String name, Set<String> single) {
        Integer bound = unwindSet.get(name);
        if (bound != null) single.add(name + ":" + bound);
    }

    /** Throws an {@link InputException} if {@code unwindSet} names what the program does not have. */
    public static void refuseUnknownNames(Map<String, Integer> unwindSet, Program program) {
        if (unwindSet.isEmpty()) return;
        List<String> known = CutPoints.of(program).stream()
                .filter(CutPoint::isUnwound)
                .map(CutPoint::name)
                .toList();
        var unknown = unwindSet.keySet().stream()
                .filter(name -> !known.contains(name))
                .toList();
        if (unknown.isEmpty()) return;
        var place = new SourceSpan(program.file(), 0, 0);
        String hint = known.isEmpty()
                ? "nothing here can be unwound"
                : "--show-loops lists them: " + String.join(", ", known.subList(0, Math.min(8, known.size())))
                        + (known.size() > 8 ? ", ..." : "");
        throw new InputException(unknown.stream()
                .map(name -> Diagnostic.error(place, "--unwindset: no loop or recursion is named '" + name + "'", hint))
                .toList());
    }
}
