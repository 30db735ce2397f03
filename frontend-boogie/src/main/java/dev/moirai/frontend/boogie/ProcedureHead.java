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
        List<Symbol.OfProcedure> parameters,
        List<Symbol.OfProcedure> results,
        Map<String, Symbol> names,
        Optional<Code> code) {
    /**
     * @param parameters as the implementation names them
     * @param locals without parameters and results
     */
    record Code(
            List<Symbol.OfProcedure> parameters,
            List<Symbol.OfProcedure> results,
            List<Symbol.OfProcedure> locals,
            Map<String, Symbol> names,
            BoogieDecl.Body body) {}

    String name() {
        return declaration.signature().name();
    }
}
