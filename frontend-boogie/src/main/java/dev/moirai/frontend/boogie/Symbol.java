package dev.moirai.frontend.boogie;

/** What a name in an expression stands for. */
sealed interface Symbol {
    BoogieType type();

    Variable variable();

    record Global(Variable variable, BoogieType type) implements Symbol {
        boolean isThreadLocal() {
            return Attribute.isSet(variable.attributes(), "thread_local");
        }
    }

    record Constant(Variable variable, BoogieType type, boolean unique) implements Symbol {}

    /** A parameter, a result or a variable of a procedure. */
    record OfProcedure(Variable variable, BoogieType type, Role role) implements Symbol {}

    /** Bound by a quantifier, a lambda or a function's head. */
    record Bound(Variable variable, BoogieType type) implements Symbol {}

    enum Role {
        PARAMETER,
        RESULT,
        LOCAL
    }
}
