package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A declaration of a file as it is written. */
sealed interface BoogieDecl {
    SourceSpan span();

    /** {@code type Field _;}, or with a right-hand side a synonym: {@code type Pair a = [int]a;}. */
    record TypeName(String name, List<String> parameters, Optional<TypeText> meaning, SourceSpan span)
            implements BoogieDecl {}

    record Datatype(String name, List<String> parameters, List<Constructor> constructors, SourceSpan span)
            implements BoogieDecl {}

    record Constructor(String name, List<BoogieVariable> fields, SourceSpan span) {}

    record Constant(BoogieVariable variable, boolean unique, SourceSpan span) implements BoogieDecl {}

    record Global(BoogieVariable variable, SourceSpan span) implements BoogieDecl {}

    record Function(
            String name,
            List<String> typeParameters,
            List<BoogieVariable> parameters,
            TypeText result,
            Optional<BoogieExpr> body,
            List<Attribute> attributes,
            SourceSpan span)
            implements BoogieDecl {}

    record Axiom(BoogieExpr formula, SourceSpan span) implements BoogieDecl {}

    /** What a procedure promises and asks for, and its body if that stands right behind it. */
    record Procedure(
            Signature signature, List<Spec> specs, Optional<Body> body, List<Attribute> attributes, SourceSpan span)
            implements BoogieDecl {}

    record Implementation(Signature signature, Body body, List<Attribute> attributes, SourceSpan span)
            implements BoogieDecl {}

    record Signature(
            String name,
            List<String> typeParameters,
            List<BoogieVariable> parameters,
            List<BoogieVariable> results,
            SourceSpan span) {}

    record Body(List<BoogieVariable> locals, List<BoogieStmt> statements, SourceSpan end) {}

    /** One clause of a contract. */
    sealed interface Spec {
        SourceSpan span();

        record Requires(BoogieExpr condition, boolean free, SourceSpan span) implements Spec {}

        record Ensures(BoogieExpr condition, boolean free, SourceSpan span) implements Spec {}

        record Modifies(List<BoogieExpr.Name> globals, SourceSpan span) implements Spec {}
    }
}
