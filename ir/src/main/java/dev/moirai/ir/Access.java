package dev.moirai.ir;

import java.util.Locale;

/** How memory is touched: with which C11 order, and whether another thread can reach the place. */
public record Access(Order order, Reach reach) {
    /** An ordinary access, taken to be shared until an analysis knows better. */
    public static final Access PLAIN = new Access(Order.PLAIN, Reach.SHARED);
    /** An access that no other thread can see. */
    public static final Access PRIVATE = new Access(Order.PLAIN, Reach.PRIVATE);

    public static final Access ATOMIC = new Access(Order.SEQ_CST, Reach.SHARED);

    public enum Order {
        /** Not atomic: takes part in data races. */
        PLAIN,
        RELAXED,
        ACQUIRE,
        RELEASE,
        ACQ_REL,
        SEQ_CST,
        /** A look on behalf of a function outside, which may or may not read there: no part of a data race. */
        GLANCE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether the access is a step other threads can tell apart: the grain of interleaving. */
    public enum Reach {
        PRIVATE,
        SHARED
    }

    public boolean isAtomic() {
        return order != Order.PLAIN;
    }

    public boolean isShared() {
        return reach == Reach.SHARED;
    }

    public Access with(Reach reach) {
        return new Access(order, reach);
    }
}
