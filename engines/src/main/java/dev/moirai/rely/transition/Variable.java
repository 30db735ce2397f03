package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An integer of a transition system. {@code owner} is the only thread that knows it, or {@link #GLOBAL}. {@code range} is
 * what its C type allows, kept for unsigned types only: that signed ones do not overflow is assumed, not used.
 */
public record Variable(int index, String name, int owner, Role role, Optional<Range> range) {
    public static final int GLOBAL = -1;

    public enum Role {
        /** Something the program's source names. */
        DATA,
        /** The state of a lock, semaphore or other thing to wait for. */
        SYNC,
        /** Whether a thread was started, has ended, waits: the model's own. */
        CONTROL,
        /** How much longer a thread may be passed over. */
        FAIRNESS,
        /** A value that one transition chooses freely. */
        CHOICE
    }

    /** {@code most} is absent where the type has a limit, but we do not say what happens there. */
    public record Range(BigInteger least, Optional<BigInteger> most) {
        static Range of(long least, long most) {
            return new Range(BigInteger.valueOf(least), Optional.of(BigInteger.valueOf(most)));
        }

        static Range from(long least) {
            return new Range(BigInteger.valueOf(least), Optional.empty());
        }

        /** What it says of an expression. */
        List<Row> rows(Linear value) {
            var rows = new ArrayList<Row>();
            rows.add(Row.atLeast(value, Linear.of(least)));
            most.ifPresent(limit -> rows.add(Row.atLeast(Linear.of(limit), value)));
            return rows;
        }
    }

    /** A counter of how often a thread may still be passed over. */
    public static Variable patience(int index, String name) {
        return new Variable(index, name, GLOBAL, Role.FAIRNESS, Optional.of(Range.from(0)));
    }

    public boolean isGlobal() {
        return owner == GLOBAL;
    }

    /** A global of the program stays one, whoever uses it: what proofs may speak of should be plain to see. */
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
