package dev.moirai.order;

import dev.moirai.order.Cube.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts the interleavings of an encoding into cubes. What is decided is the order of events that many others are compared
 * with, as such a decision leaves least to decide; each event counts less the more decisions it is part of, so that
 * decisions are about different parts of the program.
 *
 * <p>Claim: every interleaving is in exactly one cube, because of two events one is first ({@code CubesTest}).
 */
public final class Cubes {
    private Cubes() {}

    /** At most so many cubes, a power of two; fewer if there is no more to decide. */
    public static List<Cube> of(Encoding encoding, int atMost) {
        List<Decision> open = encoding.decisions();
        var weight = new HashMap<Integer, Integer>();
        for (Decision decision : open) {
            weight.merge(decision.first(), 1, Integer::sum);
            weight.merge(decision.second(), 1, Integer::sum);
        }
        List<Cube> cubes = List.of(Cube.EVERYTHING);
        var left = new ArrayList<>(open);
        while (cubes.size() * 2 <= atMost && !left.isEmpty()) {
            Decision next = left.stream()
                    .max(Comparator.comparingInt(decision -> weight(decision, weight)))
                    .orElseThrow();
            left.remove(next);
            weight.computeIfPresent(next.first(), (_, often) -> often / 2);
            weight.computeIfPresent(next.second(), (_, often) -> often / 2);
            cubes = halves(cubes, next);
        }
        return cubes;
    }

    private static int weight(Decision decision, Map<Integer, Integer> weight) {
        return weight.getOrDefault(decision.first(), 0) + weight.getOrDefault(decision.second(), 0);
    }

    private static List<Cube> halves(List<Cube> cubes, Decision decision) {
        var finer = new ArrayList<Cube>();
        for (Cube cube : cubes) {
            finer.add(with(cube, decision));
            finer.add(with(cube, new Decision(decision.second(), decision.first())));
        }
        return finer;
    }

    private static Cube with(Cube cube, Decision decision) {
        var decisions = new ArrayList<>(cube.decisions());
        decisions.add(decision);
        return new Cube(decisions);
    }
}
