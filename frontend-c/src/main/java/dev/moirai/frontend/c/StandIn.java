package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.Optional;

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

    /** The symbol that stands for the thing of this name; none if that is weak, and so nothing. */
    Optional<Symbol> symbol(String name, SourceSpan use) {
        return switch (kind) {
            case WEAK -> Optional.empty();
            case ALIAS, WEAK_ALIAS ->
                Optional.of(unit.scopes()
                        .atFileScope()
                        .find(target)
                        .orElseThrow(() -> new CError(
                                use, name + " is an alias of " + target + ", which its file does not define")));
            case IFUNC ->
                throw CError.unsupported(use, "attribute ifunc of " + name + ", which has no definition here");
            case WEAKREF ->
                throw CError.unsupported(use, "attribute weakref of " + name + ", which has no definition here");
        };
    }
}
