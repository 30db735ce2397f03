package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An integer of a transition system. {@code owner} is the only thread that uses it, or {@link #GLOBAL}. {@code range}
 * is the range of its C type. In proofs of termination it is for unsigned types only: that signed types do not overflow is
 * an assumption there, and proofs do not use their range.
 */
public record Variable(int index, String name, int owner, Role role, Optional<Range> range) {
    public static final int GLOBAL = -1;

    public enum Role {
        /** Something the program's source names. */
        DATA,
        /** The state of a lock, a semaphore or another synchronisation object. */
        SYNC,
        /** Whether a thread was started, has ended or waits: a variable of the model, not of the program. */
        CONTROL,
        /** How many more times a thread may be passed over. */
        FAIRNESS,
        /** Whether its thread was the last to change a flag: at most one thread's can be set. */
        OWNERSHIP,
        /** Whether, or how often, its thread has taken a lock and not given it back. */
        HELD,
        /** A value that one transition chooses freely. */
        CHOICE
    }

    /** {@code most} is absent if there is no upper limit, or if what happens at the limit is not modelled. */
    public record Range(BigInteger least, Optional<BigInteger> most) {
        static Range of(long least, long most) {
            return new Range(BigInteger.valueOf(least), Optional.of(BigInteger.valueOf(most)));
        }

        static Range from(long least) {
            return new Range(BigInteger.valueOf(least), Optional.empty());
        }

        /** The rows which say that a value lies in this range. */
        List<Row> rows(Linear value) {
            var rows = new ArrayList<Row>();
            rows.add(Row.atLeast(value, Linear.of(least)));
            most.ifPresent(limit -> rows.add(Row.atLeast(Linear.of(limit), value)));
            return rows;
        }
    }

    /** A counter of how many more times a thread may be passed over. */
    public static Variable patience(int index, String name) {
        return new Variable(index, name, GLOBAL, Role.FAIRNESS, Optional.of(Range.from(0)));
    }

    static Variable ownership(int index, String name, int thread) {
        return new Variable(index, name, thread, Role.OWNERSHIP, Optional.of(Range.of(0, 1)));
    }

    public boolean isGlobal() {
        return owner == GLOBAL;
    }

    /**
     * Whether the program's source names the variable. Such a global stays global even if only one thread uses it, so
     * that it is plain to see which variables proofs may refer to.
     */
    boolean isNamedBySource() {
        return role == Role.DATA || role == Role.SYNC;
    }

    Variable ownedBy(int thread) {
        return new Variable(index, name, thread, role, range);
    }

    public Linear now() {
        return Linear.column(Column.of(this, Column.NOW));
    }

    public Linear next() {
        return Linear.column(Column.of(this, Column.NEXT));
    }
}
