package dev.moirai.verify.engine;

import dev.moirai.property.Verdict;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.Optional;

/**
 * An engine's part in a {@link Portfolio}.
 *
 * @param start the time from the beginning after which it starts; earlier if no other engine is working. Not used if it
 *     starts in the turn of another
 * @param turn if present, it starts only when that engine lets others have their turn ({@link Account#letOthers})
 * @param settles which of its answers end the search
 * @param room if present, it stops after a while to make room for another engine
 */
public record Member<Q, E>(
        Engine<Q, E> engine,
        Q question,
        Duration start,
        Optional<EngineId> turn,
        Settles settles,
        Optional<Room<Q, E>> room) {
    public static <Q, E> Member<Q, E> of(Engine<Q, E> engine, Q question, Duration start, Settles settles) {
        return new Member<>(engine, question, start, Optional.empty(), settles, Optional.empty());
    }

    public static <Q, E> Member<Q, E> inTurnOf(EngineId other, Engine<Q, E> engine, Q question, Settles settles) {
        return new Member<>(engine, question, Duration.ZERO, Optional.of(other), settles, Optional.empty());
    }

    /** The same member, which makes room for another engine. */
    public Member<Q, E> making(Room<Q, E> place) {
        return new Member<>(engine, question, start, turn, settles, Optional.of(place));
    }

    EngineId id() {
        return engine.id();
    }

    /**
     * The member stops {@code after} that time, and does not count as undecided because of that. If the engine {@code
     * forWhom} it made room ends without an answer, or has none after its {@code patience}, {@code again} starts in its place.
     */
    public record Room<Q, E>(Duration after, EngineId forWhom, Duration patience, Member<Q, E> again) {}

    /**
     * Which answers of a member end the search of all. Its other answers are only reported if nothing settles the
     * question.
     */
    public enum Settles {
        /** Only a violation does; that none was found says nothing. */
        BY_VIOLATIONS,
        /** Only a proof does; that none was found says nothing. */
        BY_PROOFS_ALONE,
        /** A violation or a proof. */
        BY_PROOFS,
        /** A violation or a proof; if there is neither, another member of its kind says why. */
        BY_PROOFS_BESIDE_ANOTHER,
        /** Also that something holds within bounds, because no other engine would say more. */
        BY_BOUNDS,
        /** Also that something holds within bounds, as soon as no other member that settles by bounds is working. */
        BY_BOUNDS_AT_LAST;

        boolean atOnce(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Violated _ -> this != BY_PROOFS_ALONE;
                case Verdict.Holds _ -> this != BY_VIOLATIONS;
                case Verdict.HoldsWithin _ -> this == BY_BOUNDS;
                case Verdict.Unsupported _, Verdict.Unknown _ -> false;
            };
        }

        boolean byBounds() {
            return switch (this) {
                case BY_VIOLATIONS, BY_PROOFS_ALONE, BY_PROOFS, BY_PROOFS_BESIDE_ANOTHER -> false;
                case BY_BOUNDS, BY_BOUNDS_AT_LAST -> true;
            };
        }

        /** Whether an answer that does not settle the question is a reason why there is no answer. */
        boolean tellsWhy() {
            return switch (this) {
                case BY_VIOLATIONS, BY_PROOFS_ALONE, BY_PROOFS_BESIDE_ANOTHER -> false;
                case BY_PROOFS, BY_BOUNDS, BY_BOUNDS_AT_LAST -> true;
            };
        }
    }
}
