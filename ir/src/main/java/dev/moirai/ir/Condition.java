package dev.moirai.ir;

import java.util.List;

/** A question about one state: an expression over locals of its own, each of which stands for a scalar in a global. */
public record Condition(Expr expr, List<Read> reads) {
    /** {@code into} stands for the scalar that lies at {@code address}, a constant address. */
    public record Read(Local into, Expr address) {}

    public Condition {
        reads = List.copyOf(reads);
    }
}
