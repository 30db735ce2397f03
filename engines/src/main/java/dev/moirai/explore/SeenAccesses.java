package dev.moirai.explore;

import dev.moirai.interpret.State;
import dev.moirai.ir.Sync;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Numbers for what threads have been seen to do: thread t reads place p, say. For each of them the locks are known that
 * the thread held whenever it did that: while another thread holds one of these, it cannot happen.
 */
final class SeenAccesses {
    enum Effect {
        READ,
        WRITE,
        /** Takes or releases a mutex or spin lock by its rules. */
        LOCKING,
        /** Joins or detaches the thread. */
        HANDLING,
        /** Ends the thread. */
        ENDING;

        boolean writes() {
            return this != READ;
        }
    }

    record Access(int thread, int place, Effect effect) {}

    /** A lock: the place of its object, the word that holds its owner, and that which says whether it is destroyed. */
    private record Guard(int place, long owner, long dead) {}

    private final SeenPlaces places;
    private final Map<Access, Integer> numbers = new HashMap<>();
    private final List<Access> accesses = new ArrayList<>();
    private final List<BitSet> guards = new ArrayList<>();
    private final List<Guard> locks = new ArrayList<>();
    private final Map<Long, Integer> lockAt = new HashMap<>();
    /** By place: the accesses seen there. */
    private final List<BitSet> at = new ArrayList<>();
    /** By place: the accesses of overlapping places, and those that write. Made when asked for. */
    private final List<BitSet> overlapping = new ArrayList<>();

    private final List<BitSet> writing = new ArrayList<>();
    private final BitSet handling = new BitSet();
    private final BitSet locking = new BitSet();
    private final BitSet inSections = new BitSet();

    SeenAccesses(SeenPlaces places) {
        this.places = places;
    }

    SeenPlaces places() {
        return places;
    }

    Access get(int number) {
        return accesses.get(number);
    }

    /** What was done inside an atomic section. */
    BitSet inSections() {
        return inSections;
    }

    /** Joins and detachments. */
    BitSet handling() {
        return handling;
    }

    /** The accesses that an access with this effect cannot be swapped with. */
    BitSet against(int place, Effect effect) {
        makeRoom();
        return effect.writes() ? overlapping.get(place) : writing.get(place);
    }

    /** What is known, or a new number; then nothing is known of locks. */
    int number(Access access) {
        Integer known = numbers.get(access);
        if (known != null) return known;
        makeRoom();
        int number = accesses.size();
        numbers.put(access, number);
        accesses.add(access);
        at.get(access.place()).set(number);
        if (access.effect() == Effect.HANDLING) handling.set(number);
        if (access.effect() == Effect.LOCKING) locking.set(number);
        BitSet others = places.overlapping(access.place());
        for (int other = others.nextSetBit(0); other >= 0; other = others.nextSetBit(other + 1)) {
            overlapping.get(other).set(number);
            if (access.effect().writes()) writing.get(other).set(number);
        }
        return number;
    }

    private void makeRoom() {
        while (at.size() < places.count()) {
            int place = at.size();
            at.add(new BitSet());
            var all = new BitSet();
            var writes = new BitSet();
            BitSet others = places.overlapping(place);
            for (int other = others.nextSetBit(0); other >= 0 && other < place; other = others.nextSetBit(other + 1)) {
                all.or(at.get(other));
            }
            for (int one = all.nextSetBit(0); one >= 0; one = all.nextSetBit(one + 1)) {
                if (accesses.get(one).effect().writes()) writes.set(one);
            }
            overlapping.add(all);
            writing.add(writes);
        }
    }

    // ---- locks -------------------------------------------------------------------------------------------------

    /** The number of the mutex or spin lock at an address that is the same in all interleavings. */
    int lock(int place, long address, Sync kind) {
        Integer known = lockAt.get(address);
        if (known != null) return known;
        int number = locks.size();
        lockAt.put(address, number);
        locks.add(
                kind == Sync.SPIN
                        ? new Guard(place, address + Sync.SPIN_OWNER, -1)
                        : new Guard(place, address + Sync.OWNER, address + Sync.DEAD));
        return number;
    }

    boolean holds(State state, int thread, int lock) {
        Guard guard = locks.get(lock);
        return state.contents(guard.owner(), 4).orElse(0) == thread + 1
                && (guard.dead() < 0 || state.contents(guard.dead(), 4).orElse(1) == 0);
    }

    /**
     * The access is made now: locks that its thread does not hold do not guard it. Returns whether that is new.
     *
     * <p>A lock that is about to be taken counts as held, but not in an atomic section: who waits there makes all others
     * wait.
     *
     * @param taking a lock that is about to be taken; or -1
     */
    boolean made(int number, State state, int taking) {
        int thread = accesses.get(number).thread();
        boolean inSection = state.atomicHolder() == thread;
        int also = inSection ? NextUses.NO_LOCK : taking;
        if (number == guards.size()) {
            var held = new BitSet();
            for (int lock = 0; lock < locks.size(); lock++) {
                if (lock == also || holds(state, thread, lock)) held.set(lock);
            }
            guards.add(held);
            if (inSection) inSections.set(number);
            return true;
        }
        BitSet held = guards.get(number);
        boolean news = inSection && !inSections.get(number);
        if (news) inSections.set(number);
        for (int lock = held.nextSetBit(0); lock >= 0; lock = held.nextSetBit(lock + 1)) {
            if (lock == also || holds(state, thread, lock)) continue;
            held.clear(lock);
            news = true;
        }
        return news;
    }

    /**
     * Whether the access needs a lock that the holder has now, and nobody releases for it.
     *
     * @param others all that threads other than the holder may do before the holder moves
     */
    boolean isKeptOut(int number, State state, int holder, Supplier<BitSet> others) {
        BitSet held = guards.get(number);
        for (int lock = held.nextSetBit(0); lock >= 0; lock = held.nextSetBit(lock + 1)) {
            if (holds(state, holder, lock) && !isBroken(lock, others.get())) return true;
        }
        return false;
    }

    /** Whether the lock may be written in other ways than by taking and releasing it. */
    private boolean isBroken(int lock, BitSet others) {
        BitSet writes = against(locks.get(lock).place(), Effect.READ);
        for (int one = writes.nextSetBit(0); one >= 0; one = writes.nextSetBit(one + 1)) {
            if (!locking.get(one) && others.get(one)) return true;
        }
        return false;
    }
}
