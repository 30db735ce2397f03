package dev.moirai.frontend.boogie;

/** What a name in an expression stands for. */
sealed interface BoogieSymbol {
    BoogieType type();

    BoogieVariable variable();

    record Global(BoogieVariable variable, BoogieType type) implements BoogieSymbol {
        boolean isThreadLocal() {
            return Attribute.isSet(variable.attributes(), "thread_local");
        }
    }

    record Constant(BoogieVariable variable, BoogieType type, boolean unique) implements BoogieSymbol {}

    /** A parameter, a result or a variable of a procedure. */
    record OfProcedure(BoogieVariable variable, BoogieType type, Role role) implements BoogieSymbol {}

    /** Bound by a quantifier, a lambda or a function's head. */
    record Bound(BoogieVariable variable, BoogieType type) implements BoogieSymbol {}

    enum Role {
        PARAMETER,
        RESULT,
        LOCAL
    }
}
