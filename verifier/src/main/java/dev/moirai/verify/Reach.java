package dev.moirai.verify;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.CutPoint;
import dev.moirai.bound.CutPoints;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a bounded engine looks.
 *
 * @param bounds without them, further and further while there is time
 * @param unwindSet other bounds than the general one for single loops and functions, by the names of {@link CutPoint}
 * @param threads how many threads there may be, main included
 */
public record Reach(Optional<Bounds> bounds, Map<String, Integer> unwindSet, int threads) {
    public static final Reach GROWING = new Reach(Optional.empty(), Map.of(), BoundOptions.DEFAULT_THREADS);

    public Reach {
        unwindSet = Collections.unmodifiableMap(new TreeMap<>(unwindSet));
    }

    public static Reach of(Bounds bounds) {
        return new Reach(Optional.of(bounds), Map.of(), BoundOptions.DEFAULT_THREADS);
    }

    BoundOptions unwinding(int unwind) {
        return BoundOptions.unwind(unwind).withUnwindSet(unwindSet).withThreads(threads);
    }

    /** As a verdict names it: {@code unwind=2 rounds=3}, then what was asked for otherwise. */
    String within(Bounds within) {
        return within(within.toString());
    }

    /** As a verdict names it where only loops are bounded. */
    String within(int unwind) {
        return within("unwind=" + unwind);
    }

    private String within(String bounds) {
        var text = new StringBuilder(bounds);
        if (!unwindSet.isEmpty()) {
            var single = unwindSet.entrySet().stream()
                    .map(entry -> entry.getKey() + ":" + entry.getValue())
                    .toList();
            text.append(" unwindset=").append(String.join(",", single));
        }
        if (threads != BoundOptions.DEFAULT_THREADS) text.append(" threads=").append(threads);
        return text.toString();
    }

    /** Throws an {@link InputException} if {@code unwindSet} names what the program does not have. */
    static void refuseUnknownNames(Map<String, Integer> unwindSet, Program program) {
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
