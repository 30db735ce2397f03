package dev.moirai.predict;

import java.util.List;
import java.util.Optional;

/**
 * What others say of candidates.
 *
 * @param relevantSteps how many steps the largest formula speaks of
 */
public record CandidateFates(List<Fated> fates, int relevantSteps) {
    /** What became of a candidate, by its number; an order to run if it is said to be a violation. */
    public record Fated(int candidate, Predictor.Fate fate, Optional<Forecast> forecast, String reason) {}

    /** Others who decide candidates. */
    public interface Deciders {
        /** @param fingerprint by which they know that they mean the same candidates */
        CandidateFates decide(int candidates, String fingerprint);
    }
}
