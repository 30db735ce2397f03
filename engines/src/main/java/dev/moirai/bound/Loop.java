package dev.moirai.bound;

import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.Optional;

/**
 * A loop, made by {@code while}, {@code for} or {@code goto} alike: instructions {@code first} to {@code last} of a body.
 * The user's are numbered in the order of the text, from 1; others have no number, but {@code library} says what the user has
 * written instead of them.
 *
 * @param waits whether it waits for other threads in every turn, as a library function does that looks whether there is
 *     something to read, and else waits and looks again
 */
record Loop(
        String function, int number, int first, int last, SourceSpan span, Optional<String> library, boolean waits) {
    boolean isUsers() {
        return library.isEmpty();
    }

    /** Whether the bound on unwinding holds for it: how often others get ahead of a waiting thread is no length. */
    boolean isUnwound() {
        return isUsers() || waits;
    }

    /** Of a user's loop; stable as long as the function's text is: {@code main.2}. */
    String id() {
        return library.orElseGet(() -> function + "." + number);
    }

    /** Why a run that would turn once more is left out. */
    CutReason cut() {
        return new CutReason.Loop(id(), span);
    }

    boolean contains(int index) {
        return first <= index && index <= last;
    }
}
