package dev.moirai.verify.engine;

import dev.moirai.property.Verdict;
import java.time.Duration;
import java.util.Optional;

/**
 * An engine's part in a {@link Portfolio}.
 *
 * @param start when it joins, from the beginning, or sooner if nobody is at work; unless it comes in another's turn
 * @param turn whose: it joins when that engine lets others have theirs ({@link Account#letOthers}), and only then
 * @param settles which of its answers end the search
 * @param room where it does not stay
 */
public record Member<Q, E>(
        Engine<Q, E> engine,
        Q question,
        Duration start,
        Optional<EngineId> turn,
        Settles settles,
        Optional<Room<Q>> room) {
    public static <Q, E> Member<Q, E> of(Engine<Q, E> engine, Q question, Duration start, Settles settles) {
        return new Member<>(engine, question, start, Optional.empty(), settles, Optional.empty());
    }

    public static <Q, E> Member<Q, E> inTurnOf(EngineId other, Engine<Q, E> engine, Q question, Settles settles) {
        return new Member<>(engine, question, Duration.ZERO, Optional.of(other), settles, Optional.empty());
    }

    /** The same, but it makes room for another. */
    public Member<Q, E> making(Room<Q> place) {
        return new Member<>(engine, question, start, turn, settles, Optional.of(place));
    }

    EngineId id() {
        return engine.id();
    }

    /**
     * It stops so long after its start; what it says of that is no reason for anything. Once the engine it made room for has
     * ended without an answer, it is asked again, {@code then} within bounds, and such an answer settles the question.
     */
    public record Room<Q>(Duration after, EngineId forWhom, Q then) {}

    /** Which answers end the search. What is neither proved nor violated is a reason why there is no answer, or counts for little. */
    public enum Settles {
        /** A violation; that it found none says nothing. */
        BY_VIOLATIONS,
        /** A proof; that it found none says nothing. */
        BY_PROOFS_ALONE,
        /** A violation and a proof. */
        BY_PROOFS,
        /** Also what holds within bounds: nobody says more. */
        BY_BOUNDS,
        /** Also what holds within bounds, as soon as none is at work that {@link #BY_BOUNDS} would settle it. */
        BY_BOUNDS_AT_LAST;

        boolean atOnce(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Violated _ -> this != BY_PROOFS_ALONE;
                case Verdict.Holds _ -> this != BY_VIOLATIONS;
                case Verdict.HoldsWithin _ -> this == BY_BOUNDS;
                case Verdict.Unsupported _, Verdict.Unknown _ -> false;
            };
        }

        /** Whether an answer that settles nothing tells why there is none. */
        boolean tellsWhy() {
            return switch (this) {
                case BY_VIOLATIONS, BY_PROOFS_ALONE -> false;
                case BY_PROOFS, BY_BOUNDS, BY_BOUNDS_AT_LAST -> true;
            };
        }
    }
}
