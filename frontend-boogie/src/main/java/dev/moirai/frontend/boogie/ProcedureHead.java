package dev.moirai.frontend.boogie;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A procedure with its types resolved.
 *
 * @param names the procedure's own names for its parameters and results, as its contract uses them
 * @param code its implementation, if there is one
 */
record ProcedureHead(
        BoogieDecl.Procedure declaration,
        List<BoogieSymbol.OfProcedure> parameters,
        List<BoogieSymbol.OfProcedure> results,
        Map<String, BoogieSymbol> names,
        Optional<Code> code) {
    /**
     * @param parameters as the implementation names them
     * @param locals without parameters and results
     */
    record Code(
            List<BoogieSymbol.OfProcedure> parameters,
            List<BoogieSymbol.OfProcedure> results,
            List<BoogieSymbol.OfProcedure> locals,
            Map<String, BoogieSymbol> names,
            BoogieDecl.Body body) {}

    List<String> typeParameters() {
        return declaration.signature().typeParameters();
    }

    String name() {
        return declaration.signature().name();
    }
}
