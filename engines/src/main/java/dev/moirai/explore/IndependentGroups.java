package dev.moirai.explore;

import dev.moirai.explore.NextUses.Use;
import dev.moirai.explore.SeenAccesses.Access;
import dev.moirai.explore.SeenAccesses.Effect;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Partial-order reduction by what threads have been seen to touch, byte by byte ({@link LearningSearch} says why that
 * suffices): finds a group of threads whose next steps conflict with nothing that threads outside the group may do before
 * the group moves. Such groups are persistent sets (Godefroid 1996, chapter 4); {@link AmpleSets} has the argument for
 * groups of one thread, and it stays as it is: the first step on a path that is the group's can be done at once, and if
 * there is none, any step of the group that goes on can be done before.
 *
 * <p>Beyond {@link AmpleSets}, what needs a lock that a member of the group holds cannot be done before the group moves;
 * nor can that for which a thread waits until a member has ended.
 */
final class IndependentGroups {
    private final Machine machine;
    private final SeenAccesses accesses;
    private final SeenFutures futures;
    private final NextUses uses;
    private final NextInstructions next;
    private final BiPredicate<State, Integer> canLeaveSection;

    // About the state that is asked about.
    private State state;
    private Footing footing;
    private boolean[] enabled = {};
    private @Nullable List<Use>[] known;

    @SuppressWarnings("unchecked")
    IndependentGroups(
            Machine machine,
            SeenAccesses accesses,
            SeenFutures futures,
            NextUses uses,
            NextInstructions next,
            BiPredicate<State, Integer> canLeaveSection) {
        this.machine = machine;
        this.accesses = accesses;
        this.futures = futures;
        this.uses = uses;
        this.next = next;
        this.canLeaveSection = canLeaveSection;
        this.state = machine.start();
        this.footing = new Footing(new LocalPoint[0], new long[0]);
        this.known = (List<Use>[]) new List<?>[0];
    }

    /** The threads of the smallest group that was found, in the given order; all of them if there is no smaller one. */
    @SuppressWarnings("unchecked")
    int[] among(State now, Footing standing, int[] threads) {
        if (threads.length < 2) return threads;
        state = now;
        footing = standing;
        int count = now.threadCount();
        enabled = new boolean[count];
        for (int thread : threads) enabled[thread] = true;
        known = (List<Use>[]) new List<?>[count];
        long all = alive();
        long best = all;
        int size = threads.length;
        for (int thread : threads) {
            long group = grown(thread, all);
            int members = members(group);
            if (members >= size || !hasMover(group)) continue;
            best = group;
            size = members;
            if (size == 1) break;
        }
        if (size == threads.length) return threads;
        long chosen = best;
        return Arrays.stream(threads).filter(thread -> has(chosen, thread)).toArray();
    }

    private static boolean has(long group, int thread) {
        return (group >>> thread & 1) != 0;
    }

    private long alive() {
        long alive = 0;
        for (int i = 0; i < state.threadCount(); i++) if (!state.hasEnded(i)) alive |= 1L << i;
        return alive;
    }

    private int members(long group) {
        int count = 0;
        for (long left = group; left != 0; left &= left - 1) if (enabled[Long.numberOfTrailingZeros(left)]) count++;
        return count;
    }

    /** The group of a thread and all whose futures conflict with the next step of a member. */
    private long grown(int first, long all) {
        long group = 1L << first;
        long work = group;
        while (work != 0) {
            int member = Long.numberOfTrailingZeros(work);
            work &= work - 1;
            // What a section that waits for something would do, nobody has seen.
            if (!enabled[member] && instr(member) instanceof Instr.AtomicBegin) return all;
            for (long left = all & ~group; left != 0; left &= left - 1) {
                int other = Long.numberOfTrailingZeros(left);
                if (!conflict(member, other, group, all)) continue;
                group |= 1L << other;
                work |= 1L << other;
            }
        }
        return group;
    }

    private @Nullable Instr instr(int thread) {
        return next.of(state, thread).orElse(null);
    }

    private boolean conflict(int member, int other, long group, long all) {
        boolean waits = waits(other, group, all);
        BitSet future = footing.points()[other].future;
        for (Use use : uses(member)) {
            if (conflict(use.place(), use.effect(), member, future, waits, group, all)) return true;
        }
        LocalPoint point = footing.points()[member];
        BitSet more = instr(member) instanceof Instr.AtomicBegin ? futures.section(point) : point.rest;
        for (int one = more.nextSetBit(0); one >= 0; one = more.nextSetBit(one + 1)) {
            Access access = accesses.get(one);
            if (access.effect() == Effect.ENDING) {
                if (waitsInside(access.place(), future)) return true;
                continue;
            }
            if (conflict(access.place(), access.effect(), member, future, waits, group, all)) return true;
        }
        return false;
    }

    /**
     * Whether a thread may wait for another's end inside an atomic section. Other joins do not conflict with that end: one
     * that waits is no move, and one that does not finds the same after it.
     */
    private boolean waitsInside(int life, BitSet future) {
        BitSet joins = accesses.against(life, Effect.ENDING);
        for (int one = joins.nextSetBit(0); one >= 0; one = joins.nextSetBit(one + 1)) {
            if (future.get(one) && accesses.inSections().get(one)) return true;
        }
        return false;
    }

    private boolean conflict(int place, Effect effect, int member, BitSet future, boolean waits, long group, long all) {
        SeenPlaces places = accesses.places();
        if (waits) return effect == Effect.HANDLING || place == places.numbering() || place == places.everything();
        BitSet against = accesses.against(place, effect);
        if (!against.intersects(future)) return false;
        for (int one = against.nextSetBit(0); one >= 0; one = against.nextSetBit(one + 1)) {
            if (future.get(one) && !accesses.isKeptOut(one, state, member, () -> futuresOutside(group, all)))
                return true;
        }
        return false;
    }

    /** All that those may do who are not in the group and do not wait for it. */
    private BitSet futuresOutside(long group, long all) {
        var together = new BitSet();
        for (long left = all & ~group; left != 0; left &= left - 1) {
            int other = Long.numberOfTrailingZeros(left);
            if (!waits(other, group, all)) together.or(footing.points()[other].future);
        }
        return together;
    }

    /** Whether the thread does nothing but join until a member of the group has ended. */
    private boolean waits(int thread, long group, long all) {
        long chain = footing.waitsFor()[thread];
        if ((chain & group) == 0 || !JoinChains.isIntact(state, chain)) return false;
        for (long left = all & ~(1L << thread); left != 0; left &= left - 1) {
            BitSet future = footing.points()[Long.numberOfTrailingZeros(left)].future;
            if (future.intersects(accesses.handling())) return false;
        }
        return true;
    }

    private List<Use> uses(int thread) {
        List<Use> found = known[thread];
        if (found == null) {
            found = uses.of(state, thread);
            known[thread] = found;
        }
        return found;
    }

    /**
     * Whether some member can move for a reason, and others can move afterwards: what may only wake up spuriously is stuck
     * in a deadlock.
     */
    private boolean hasMover(long group) {
        for (long left = group; left != 0; left &= left - 1) {
            int thread = Long.numberOfTrailingZeros(left);
            if (!enabled[thread] || state.isAsleep(thread)) continue;
            Instr instr = instr(thread);
            boolean endsProcess = instr instanceof Instr.ExitProcess
                    || thread == 0 && state.depth(0) == 1 && instr instanceof Instr.Return;
            if (endsProcess) continue;
            if (!(instr instanceof Instr.AtomicBegin) || canLeaveSection.test(state, thread)) return true;
        }
        return false;
    }
}
