package dev.moirai.predict;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * Enumerates pairs of two lists, those at equal positions first: threads that a loop has started are listed in the order of their
 * numbers, and to bring neighbours together the fewest steps have to move. The receiver of the pairs says when to stop.
 */
final class NearPairs {
    private NearPairs() {}

    /** Two of one list, each pair once. */
    static <T> void within(List<T> all, BiPredicate<T, T> goesOn) {
        for (int distance = 1; distance < all.size(); distance++) {
            for (int i = 0; i + distance < all.size(); i++) {
                if (!goesOn.test(all.get(i), all.get(i + distance))) return;
            }
        }
    }

    /** One of each list. */
    static <A, B> void between(List<A> some, List<B> others, BiPredicate<A, B> goesOn) {
        for (int distance = 0; distance < Math.max(some.size(), others.size()); distance++) {
            for (int i = 0; i < some.size() && i + distance < others.size(); i++) {
                if (!goesOn.test(some.get(i), others.get(i + distance))) return;
            }
            for (int i = 0; distance > 0 && i < others.size() && i + distance < some.size(); i++) {
                if (!goesOn.test(some.get(i + distance), others.get(i))) return;
            }
        }
    }
}
