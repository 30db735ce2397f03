package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known at one place of a thread's text: the locals, and the global variables, that have the same value on every
 * way here.
 */
final class Constants {
    private static final int MAX_DEPTH = 8;

    private final Map<Local, Expr> known;
    /** Values of globals. They change seldom, so copies share the map and who changes it makes a new one. */
    private Map<String, Expr> globals;

    Constants() {
        this(new HashMap<>(), Map.of());
    }

    private Constants(Map<Local, Expr> known, Map<String, Expr> globals) {
        this.known = known;
        this.globals = globals;
    }

    Constants copy() {
        return new Constants(new HashMap<>(known), globals);
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
        if (globals == other.globals) return;
        var agreed = new HashMap<>(globals);
        agreed.entrySet().removeIf(entry -> !entry.getValue().equals(other.globals.get(entry.getKey())));
        globals = agreed.size() == globals.size() ? globals : agreed;
    }

    // ---- globals -----------------------------------------------------------------------------------------------

    /** Takes these values of globals for all that is known of them. */
    void startWith(Map<String, Expr> values) {
        globals = values;
    }

    Set<String> globals() {
        return globals.keySet();
    }

    Optional<Expr> global(String name) {
        return Optional.ofNullable(globals.get(name));
    }

    /** A variable gets a value; if that is no constant, nothing is known of the variable from now on. */
    void setGlobal(String name, Expr value) {
        Expr before = globals.get(name);
        if (before == null || before.equals(value)) return;
        if (!(value instanceof Expr.Constant) || !value.type().equals(before.type())) {
            forgetGlobal(name);
            return;
        }
        var changed = new HashMap<>(globals);
        changed.put(name, value);
        globals = changed;
    }

    void forgetGlobal(String name) {
        if (!globals.containsKey(name)) return;
        var changed = new HashMap<>(globals);
        changed.remove(name);
        globals = changed;
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
