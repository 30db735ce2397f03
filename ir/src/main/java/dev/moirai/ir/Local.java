package dev.moirai.ir;

/**
 * A register of one function activation: a parameter, a variable whose address is never taken, or a temporary. Unique by
 * name within its function; temporaries start with {@code %}.
 */
public record Local(String name, Type type) implements Expr {
    public boolean isTemporary() {
        return name.startsWith("%");
    }

    /** The local with the prefix before its name; a temporary stays a temporary. */
    public Local prefixed(String prefix) {
        if (prefix.isEmpty()) return this;
        return new Local(isTemporary() ? "%" + prefix + name.substring(1) : prefix + name, type);
    }
}
