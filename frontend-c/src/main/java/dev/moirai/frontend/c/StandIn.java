package dev.moirai.frontend.c;

/**
 * What an attribute lets stand for a function or variable that has no definition of its own.
 *
 * @param target the name in {@code alias("name")} and the like; empty for {@code weak} alone
 * @param unit where the target is defined
 */
record StandIn(Kind kind, String target, Unit unit) {
    enum Kind {
        /** Nothing: its address is null. */
        WEAK,
        ALIAS,
        /** The target, unless another file defines the thing itself. */
        WEAK_ALIAS,
        /** What a function chooses at run time; refused. */
        IFUNC,
        /** Refused. */
        WEAKREF
    }

    boolean isWeak() {
        return kind == Kind.WEAK || kind == Kind.WEAK_ALIAS;
    }

    /** What this and an earlier declaration say together. */
    StandIn after(StandIn earlier) {
        if (kind == Kind.WEAK && earlier.kind == Kind.ALIAS)
            return new StandIn(Kind.WEAK_ALIAS, earlier.target, earlier.unit);
        if (kind == Kind.WEAK) return earlier;
        if (kind == Kind.ALIAS && earlier.kind == Kind.WEAK) return new StandIn(Kind.WEAK_ALIAS, target, unit);
        return this;
    }
}
