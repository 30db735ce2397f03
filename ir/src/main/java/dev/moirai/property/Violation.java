package dev.moirai.property;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * What went wrong, where, and in which thread.
 *
 * @param headline what it is, in a few words: {@code deadlock}, {@code assertion failed: x == 2}
 * @param clauses further facts about it, each a part of one sentence
 * @param places where to look: first where it happens, then the places of the other threads involved: in a deadlock
 *     those that are stuck too, in a data race the one whose access conflicts
 * @param misuse what was used wrongly, if that is what is wrong
 */
public record Violation(
        Property property, String headline, List<String> clauses, List<Place> places, Optional<Misuse> misuse) {
    /**
     * @param span in the user's code: where something is wrong inside a library function, the call
     * @param what in words that go on from the thread's name ({@code waits for mutex m, held by main}), or nothing
     * @param exact the instruction itself, which may be one of the bundled library
     * @param calls of a data race, the calls that led there, the last one first
     * @param awaited of a deadlock, what the thread waits for, if it is one of these
     */
    public record Place(
            SourceSpan span,
            String function,
            String thread,
            String what,
            SourceSpan exact,
            List<CallPlace> calls,
            Optional<Awaited> awaited) {
        public Place {
            calls = List.copyOf(calls);
        }

        public Place(SourceSpan span, String function, String thread, String what, SourceSpan exact) {
            this(span, function, thread, what, exact, List.of(), Optional.empty());
        }

        public Place(SourceSpan span, String function, String thread, String what) {
            this(span, function, thread, what, span);
        }

        public Place waitingFor(Optional<Awaited> given) {
            return new Place(span, function, thread, what, exact, calls, given);
        }
    }

    /**
     * The use of an object against its rules.
     *
     * @param object as steps name it; empty if the pointer leads to none
     */
    public record Misuse(Use use, Optional<String> object) {}

    /** What was done to an object. */
    public enum Use {
        ACCESS,
        FREE,
        SYNCHRONISE
    }

    /** What a thread that is stuck waits for. */
    public sealed interface Awaited {
        /**
         * @param name what it is and what the user calls it: {@code mutex m}
         * @param place the lock as steps name it: {@code m}
         * @param holder the thread that holds it
         */
        record Lock(String name, String place, String holder) implements Awaited {}

        /** A signal on a condition. */
        record Signal() implements Awaited {}
    }

    /** @param function that calls */
    public record CallPlace(String function, SourceSpan span) {}

    public Violation {
        clauses = List.copyOf(clauses);
        places = List.copyOf(places);
        if (places.isEmpty()) throw new IllegalArgumentException("a violation is somewhere");
    }

    /** A violation that is no misuse of an object, or of none that is known. */
    public Violation(Property property, String headline, List<String> clauses, List<Place> places) {
        this(property, headline, clauses, places, Optional.empty());
    }

    /** A violation at one place. */
    public Violation(
            Property property, String headline, List<String> clauses, SourceSpan span, String function, String thread) {
        this(property, headline, clauses, List.of(new Place(span, function, thread, "")));
    }

    /** A violation at one place, without further clauses. */
    public Violation(Property property, String headline, SourceSpan span, String function, String thread) {
        this(property, headline, List.of(), span, function, thread);
    }

    /** Headline and clauses as one sentence. */
    public String message() {
        return clauses.isEmpty() ? headline : headline + ": " + String.join("; ", clauses);
    }

    public SourceSpan span() {
        return places.getFirst().span();
    }

    /** The instruction that fails, which may be one of the bundled library. */
    public SourceSpan exactly() {
        return places.getFirst().exact();
    }

    public String thread() {
        return places.getFirst().thread();
    }

    /** All places but the first. */
    public List<Place> related() {
        return places.subList(1, places.size());
    }

    /** Whether the other violation is the same: it has the same property, and the same threads at the same lines. */
    public boolean isSameAs(Violation other) {
        if (property != other.property || places.size() != other.places.size()) return false;
        for (int i = 0; i < places.size(); i++) {
            Place one = places.get(i);
            Place another = other.places.get(i);
            if (one.span().line() != another.span().line() || !one.thread().equals(another.thread())) return false;
        }
        return true;
    }

    /** Whether one of its places is at this line. */
    public boolean isAt(int line) {
        for (Place place : places) if (place.span().line() == line) return true;
        return false;
    }
}
