package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A variable as it is declared, of whatever kind: global, local, parameter, bound. */
record BoogieVariable(
        String name, TypeText type, List<Attribute> attributes, Optional<BoogieExpr> where, SourceSpan span) {
    BoogieVariable {
        attributes = List.copyOf(attributes);
    }
}
