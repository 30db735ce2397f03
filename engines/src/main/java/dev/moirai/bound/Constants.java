package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import java.util.HashMap;
import java.util.Map;

/** What is known of a thread's locals at one place of its text: those that have the same value on every way here. */
final class Constants {
    private static final int MAX_DEPTH = 8;

    private final Map<Local, Expr> known;

    Constants() {
        this(new HashMap<>());
    }

    private Constants(Map<Local, Expr> known) {
        this.known = known;
    }

    Constants copy() {
        return new Constants(new HashMap<>(known));
    }

    Expr of(Local local) {
        return known.getOrDefault(local, local);
    }

    void set(Local local, Expr value) {
        if (Folding.isClosed(value) && depth(value) <= MAX_DEPTH) known.put(local, value);
        else known.remove(local);
    }

    void forget(Local local) {
        known.remove(local);
    }

    /** Keeps what the other way here agrees on. */
    void meet(Constants other) {
        known.entrySet().removeIf(entry -> !entry.getValue().equals(other.known.get(entry.getKey())));
    }

    private static int depth(Expr expr) {
        return switch (expr) {
            case Expr.Member e -> 1 + depth(e.pointer());
            case Expr.Index e -> 1 + depth(e.pointer());
            case Expr.Cast e -> 1 + depth(e.operand());
            default -> 1;
        };
    }
}
