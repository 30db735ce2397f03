package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import java.util.HashMap;
import java.util.Map;

/**
 * Where an expression is evaluated.
 *
 * @param values of bound variables and of a procedure's names
 * @param types of type parameters
 * @param time whether globals are read now, or have the value they had when the procedure began
 */
record Context(Map<BoogieSymbol, Expr> values, Map<String, BoogieType> types, Time time) {
    enum Time {
        NOW,
        BEFORE
    }

    static Context of(Map<BoogieSymbol, Expr> values) {
        return of(values, Map.of());
    }

    static Context of(Map<BoogieSymbol, Expr> values, Map<String, BoogieType> types) {
        return new Context(values, types, Time.NOW);
    }

    Context with(BoogieSymbol symbol, Expr value) {
        var more = new HashMap<>(values);
        more.put(symbol, value);
        return new Context(more, types, time);
    }

    Context before() {
        return new Context(values, types, Time.BEFORE);
    }
}
