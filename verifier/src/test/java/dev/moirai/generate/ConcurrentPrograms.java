package dev.moirai.generate;

import java.util.EnumSet;
import java.util.Set;

/**
 * Small C programs of two to four threads that get in each other's way: shared integers, locks, conditions, semaphores,
 * atomics, choices, and assertions of which some fail. The same seed gives the same text for ever.
 *
 * <p>Made for comparing engines, so an exhaustive search must always come to an end:
 *
 * <ul>
 *   <li>shared integers stay within 0 to 3, atomics within what a handful of increments reaches;
 *   <li>loops run twice, or ({@link Feature#SPIN} only) wait for a shared integer without changing anything;
 *   <li>choices are truth values; nothing else is undetermined, all memory is set before it is read;
 *   <li>at most a few objects are allocated.
 * </ul>
 *
 * <p>What can go wrong in them: assertions, deadlocks (locks in any order, lost wake-ups, semaphores nobody raises), data
 * races nearly always, unlocking twice or what another holds ({@link Feature#MISUSE} only), use after free
 * ({@link Feature#HEAP} only). Without {@link Feature#SPIN} every run is finite, so that an engine with bounds covers all
 * of it with {@code unwind} 3.
 */
public final class ConcurrentPrograms {
    /** What a program may use beside shared integers, branches and assertions. */
    public enum Feature {
        MUTEX,
        TRYLOCK,
        CONDITION,
        SEMAPHORE,
        RWLOCK,
        BARRIER,
        /** C11 atomic operations. */
        ATOMIC,
        /** {@code __VERIFIER_atomic_begin} and {@code end}. */
        ATOMIC_SECTION,
        /** {@code __VERIFIER_nondet_bool}. */
        CHOICE,
        /** {@code __VERIFIER_assume}. */
        ASSUMPTION,
        LOOP,
        /** Loops that wait for a value; a run may then never end. */
        SPIN,
        POINTER,
        ARRAY,
        HEAP,
        CALL,
        /** Locks used against the rules. */
        MISUSE
    }

    /**
     * How large, and with what.
     *
     * @param threads threads beside main
     * @param statements statements of each, not counting those inside others
     */
    public record Shape(int threads, int statements, Set<Feature> features) {}

    private ConcurrentPrograms() {}

    /** A shape that goes with the seed: one to three threads, some of the features. */
    public static Shape shape(long seed) {
        return shape(seed, EnumSet.allOf(Feature.class));
    }

    /** The same, with features out of {@code allowed} only. */
    public static Shape shape(long seed, Set<Feature> allowed) {
        var dice = new Dice(~seed);
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        int percent = 15 + dice.below(40);
        for (Feature feature : Feature.values()) {
            boolean picked = dice.chance(percent);
            if (picked && allowed.contains(feature)) features.add(feature);
        }
        int threads = dice.chance(15) ? 3 : 1 + dice.below(2);
        int statements = threads == 3 ? 1 + dice.below(3) : 2 + dice.below(4);
        return new Shape(threads, statements, features);
    }

    /** The program for a seed, of the seed's own shape. */
    public static String of(long seed) {
        return of(seed, shape(seed));
    }

    public static String of(long seed, Shape shape) {
        return new ThreadWriter(new Dice(seed), shape).program();
    }
}
