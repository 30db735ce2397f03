package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.HEADER;
import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;

import java.util.Arrays;

/**
 * Learns from a conflict: the clause of the first unique implication point (Marques-Silva and Sakallah, GRASP, 1996; Zhang
 * and others, ICCAD 2001), less the literals that the others imply (Sörensson and Biere, Minimizing learned clauses, SAT
 * 2009).
 */
final class Analysis {
    private static final int DEEPEST = 400;

    private static final byte SEEN = 1;
    private static final byte REMOVABLE = 2;
    private static final byte POISON = 4;

    private final Trail trail;
    private final OrderTheory orders;
    private byte[] marks = new byte[16];
    private final IntStack marked = new IntStack(64);

    /** The learnt clause; the literal to assign comes first. */
    final IntStack learnt = new IntStack(64);
    /** Variables that took part in the conflict. */
    final IntStack involved = new IntStack(64);

    int glue;
    private long[] levelStamp = new long[16];
    private long stamp;

    Analysis(Trail trail, OrderTheory orders) {
        this.trail = trail;
        this.orders = orders;
    }

    void addVariable(int variable) {
        if (variable >= marks.length) {
            marks = Arrays.copyOf(marks, Math.max(variable + 1, marks.length * 2));
            levelStamp = Arrays.copyOf(levelStamp, marks.length + 1);
        }
    }

    /** Fills {@link #learnt}, {@link #involved} and {@link #glue}; returns the level to go back to. */
    int learn(ClauseArena arena, int conflict) {
        learnt.size = 0;
        involved.size = 0;
        learnt.push(0);
        int current = trail.currentLevel();
        int open = 0;
        int index = trail.literals.size;
        int ref = conflict;
        int uip = -1;
        do {
            if (arena.isLearnt(ref)) touch(arena, ref);
            int end = arena.next(ref);
            for (int i = ref + HEADER; i < end; i++) {
                int literal = arena.data[i];
                if (literal == uip) continue;
                int variable = literal >> 1;
                int level = trail.level[variable];
                if (level == 0 || marks[variable] != 0) continue;
                mark(variable, SEEN);
                involved.push(variable);
                if (level == current) open++;
                else learnt.push(literal);
            }
            do uip = trail.literals.data[--index];
            while ((marks[uip >> 1] & SEEN) == 0);
            open--;
            // The unique implication point itself is not resolved away.
            if (open > 0) ref = reason(arena, uip >> 1);
        } while (open > 0);
        learnt.data[0] = uip ^ 1;
        minimize(arena);
        glue = glueOf(learnt.data, 0, learnt.size);
        clearMarks();
        return moveSecondHighest();
    }

    private int reason(ClauseArena arena, int variable) {
        int ref = trail.reason[variable];
        return ref == OrderTheory.ON_DEMAND ? orders.explain(arena, variable) : ref;
    }

    /** Notes that a learnt clause was useful: it is kept longer, and its glue may have improved. */
    private void touch(ClauseArena arena, int ref) {
        int old = arena.glue(ref);
        if (old > 2) {
            int now = glueOf(arena.data, ref + HEADER, arena.next(ref));
            if (now < old) {
                arena.setGlue(ref, now);
                old = now;
            }
        }
        arena.setUsed(ref, old <= 6 ? 2 : 1);
    }

    private int glueOf(int[] literals, int from, int to) {
        stamp++;
        int count = 0;
        for (int i = from; i < to; i++) {
            int level = trail.level[literals[i] >> 1];
            if (levelStamp[level] != stamp) {
                levelStamp[level] = stamp;
                count++;
            }
        }
        return count;
    }

    private void mark(int variable, byte mark) {
        if (marks[variable] == 0) marked.push(variable);
        marks[variable] |= mark;
    }

    private void clearMarks() {
        for (int i = 0; i < marked.size; i++) marks[marked.data[i]] = 0;
        marked.size = 0;
    }

    private void minimize(ClauseArena arena) {
        // Marks the levels of the clause: it cannot imply a literal of any other level.
        stamp++;
        for (int i = 1; i < learnt.size; i++) levelStamp[trail.level[learnt.data[i] >> 1]] = stamp;
        int kept = 1;
        for (int i = 1; i < learnt.size; i++) {
            int literal = learnt.data[i];
            if (!isImplied(arena, literal, 0)) learnt.data[kept++] = literal;
        }
        learnt.size = kept;
    }

    /** Whether the other literals of the learnt clause being false make this one false. */
    private boolean isImplied(ClauseArena arena, int literal, int depth) {
        int variable = literal >> 1;
        int ref = trail.reason[variable];
        if (depth > 0) {
            if (trail.level[variable] == 0 || (marks[variable] & (SEEN | REMOVABLE)) != 0) return true;
            if (ref == NO_CLAUSE || (marks[variable] & POISON) != 0 || levelStamp[trail.level[variable]] != stamp) {
                return false;
            }
            if (depth > DEEPEST) return false;
        } else if (ref == NO_CLAUSE) {
            return false;
        }
        ref = reason(arena, variable);
        int end = arena.next(ref);
        for (int i = ref + HEADER; i < end; i++) {
            int other = arena.data[i];
            if (other >> 1 == variable) continue;
            if (!isImplied(arena, other, depth + 1)) {
                if (depth > 0) mark(variable, POISON);
                return false;
            }
        }
        if (depth > 0) mark(variable, REMOVABLE);
        return true;
    }

    /** Moves the literal of the second highest level to second place, to be watched; returns that level. */
    private int moveSecondHighest() {
        if (learnt.size == 1) return 0;
        int best = 1;
        for (int i = 2; i < learnt.size; i++) {
            if (trail.level[learnt.data[i] >> 1] > trail.level[learnt.data[best] >> 1]) best = i;
        }
        int literal = learnt.data[best];
        learnt.data[best] = learnt.data[1];
        learnt.data[1] = literal;
        return trail.level[literal >> 1];
    }

    /**
     * Given that all decisions are assumptions and {@code literal} is false, pushes the assumptions that make it false.
     */
    void failedAssumptions(ClauseArena arena, int literal, IntStack failed) {
        if (trail.level[literal >> 1] == 0) return;
        mark(literal >> 1, SEEN);
        for (int i = trail.literals.size - 1; i >= trail.starts.data[0]; i--) {
            int assigned = trail.literals.data[i];
            int variable = assigned >> 1;
            if (marks[variable] == 0) continue;
            int ref = reason(arena, variable);
            if (ref == NO_CLAUSE) {
                failed.push(assigned);
                continue;
            }
            int end = arena.next(ref);
            for (int k = ref + HEADER; k < end; k++) {
                int other = arena.data[k] >> 1;
                if (trail.level[other] > 0) mark(other, SEEN);
            }
        }
        clearMarks();
    }
}
