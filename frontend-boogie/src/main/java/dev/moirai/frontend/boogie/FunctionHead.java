package dev.moirai.frontend.boogie;

import java.util.List;

/** A function of the program with its types resolved. */
record FunctionHead(
        BoogieDecl.Function declaration, List<BoogieSymbol.Bound> parameters, BoogieType result, Making making) {
    /** Whether the function makes values of a datatype. */
    enum Making {
        NOTHING,
        DATATYPE
    }

    String name() {
        return declaration.name();
    }
}
