package dev.moirai.ir;

import java.util.List;

/** A question about one state: an expression over locals of its own, each of which stands for a scalar in a global. */
public record Condition(Expr expr, List<Read> reads) {
    /** {@code into} is what lies at {@code address}, which is a constant. */
    public record Read(Local into, Expr address) {}

    public Condition {
        reads = List.copyOf(reads);
    }
}
