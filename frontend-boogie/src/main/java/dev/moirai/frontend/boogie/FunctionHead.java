package dev.moirai.frontend.boogie;

import java.util.List;
import java.util.Optional;

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

    /** The function of the prover that this one is another name of, if its attributes say so. */
    Optional<String> builtin() {
        List<Attribute> attributes = declaration.attributes();
        return Attribute.text(attributes, "bvbuiltin").or(() -> Attribute.text(attributes, "builtin"));
    }
}
