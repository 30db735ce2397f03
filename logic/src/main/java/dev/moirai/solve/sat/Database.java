package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.HEADER;
import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;

import java.util.Arrays;

/**
 * The clauses. Forgets those that no longer help: satisfied ones, and learnt ones of high glue that were not used
 * lately.
 */
final class Database {
    private static final int GLUE_KEPT_FOR_EVER = 2;

    private final Trail trail;
    private final Watches watches;
    ClauseArena arena = new ClauseArena();
    private int unitsSeen;

    Database(Trail trail, Watches watches) {
        this.trail = trail;
        this.watches = watches;
    }

    int add(int[] literals, int size, boolean learnt, int glue) {
        int ref = arena.add(literals, size, learnt, glue);
        if (learnt) arena.setUsed(ref, glue <= 6 ? 2 : 1);
        watches.attach(arena, ref);
        return ref;
    }

    private boolean isReason(int ref) {
        int size = arena.size(ref);
        int looked = Math.min(size, 2);
        for (int i = 0; i < looked; i++) {
            int literal = arena.data[ref + HEADER + i];
            if (trail.values[literal] > 0 && trail.reason[literal >> 1] == ref) return true;
        }
        return false;
    }

    /** Forgets three quarters of the learnt clauses that are neither protected nor of low glue. */
    void reduce() {
        if (trail.currentLevel() == 0) removeSatisfied();
        long[] candidates = new long[64];
        int count = 0;
        for (int ref = 0; ref < arena.top; ref = arena.next(ref)) {
            if (!arena.isLearnt(ref) || arena.isDeleted(ref)) continue;
            int glue = arena.glue(ref);
            if (glue <= GLUE_KEPT_FOR_EVER || arena.size(ref) == 2) continue;
            int used = arena.used(ref);
            if (used > 0) {
                arena.setUsed(ref, used - 1);
                continue;
            }
            if (isReason(ref)) continue;
            if (count == candidates.length) candidates = Arrays.copyOf(candidates, count * 2);
            long badness = Math.min(glue, 0xfff) * 0x1000L + Math.min(arena.size(ref), 0xfff);
            candidates[count++] = badness << 32 | ref;
        }
        Arrays.sort(candidates, 0, count);
        for (int i = count / 4; i < count; i++) arena.delete((int) candidates[i]);
        clean();
    }

    /** At level 0: drops clauses that are satisfied for good. */
    private void removeSatisfied() {
        if (trail.literals.size == unitsSeen) return;
        unitsSeen = trail.literals.size;
        // Literals assigned at level 0 need no reason any more.
        for (int i = 0; i < unitsSeen; i++) trail.reason[trail.literals.data[i] >> 1] = NO_CLAUSE;
        for (int ref = 0; ref < arena.top; ref = arena.next(ref)) {
            if (arena.isDeleted(ref)) continue;
            int end = arena.next(ref);
            for (int i = ref + HEADER; i < end; i++) {
                if (trail.values[arena.data[i]] > 0) {
                    arena.delete(ref);
                    break;
                }
            }
        }
    }

    /** Takes deleted clauses off the watch lists, and closes the gaps when they have become large. */
    private void clean() {
        ClauseArena old = arena;
        boolean moving = old.isWasteful();
        ClauseArena moved = moving ? old.compacted() : old;
        for (int literal = 0; literal < watches.sizes.length; literal++) {
            int size = watches.sizes[literal];
            if (size == 0) continue;
            long[] list = watches.entries[literal];
            int to = 0;
            for (int from = 0; from < size; from++) {
                int coded = (int) (list[from] >> 32);
                int ref = coded < 0 ? ~coded : coded;
                if (old.isDeleted(ref)) continue;
                int now = moving ? old.data[ref] : ref;
                list[to++] = Watches.entry((int) list[from], coded < 0 ? ~now : now);
            }
            watches.sizes[literal] = to;
        }
        if (!moving) return;
        for (int i = 0; i < trail.literals.size; i++) {
            int variable = trail.literals.data[i] >> 1;
            int ref = trail.reason[variable];
            if (ref >= 0) trail.reason[variable] = old.data[ref];
        }
        arena = moved;
    }
}
