package dev.moirai.frontend.boogie;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The parts of expressions. */
final class Subterms {
    private Subterms() {}

    static List<BoogieExpr> of(BoogieExpr expr) {
        return switch (expr) {
            case BoogieExpr.Truth _,
                    BoogieExpr.Whole _,
                    BoogieExpr.Decimal _,
                    BoogieExpr.Bits _,
                    BoogieExpr.Name _,
                    BoogieExpr.Code _ -> List.of();
            case BoogieExpr.Unary e -> List.of(e.operand());
            case BoogieExpr.Binary e -> List.of(e.left(), e.right());
            case BoogieExpr.Apply e -> e.arguments();
            case BoogieExpr.Convert e -> List.of(e.operand());
            case BoogieExpr.Cell e ->
                Stream.concat(Stream.of(e.map()), e.indices().stream()).toList();
            case BoogieExpr.Updated e ->
                Stream.of(List.of(e.map()), e.indices(), List.of(e.value()))
                        .flatMap(List::stream)
                        .toList();
            case BoogieExpr.Extract e -> List.of(e.bits());
            case BoogieExpr.IfThenElse e -> List.of(e.condition(), e.whenTrue(), e.whenFalse());
            case BoogieExpr.Quantified e -> List.of(e.body());
            case BoogieExpr.Let e ->
                Stream.concat(e.values().stream(), Stream.of(e.body())).toList();
            case BoogieExpr.Old e -> List.of(e.operand());
            case BoogieExpr.Typed e -> List.of(e.operand());
            case BoogieExpr.IsMade e -> List.of(e.operand());
            case BoogieExpr.Field e -> List.of(e.operand());
            case BoogieExpr.WithField e -> List.of(e.operand(), e.value());
        };
    }

    /** Visits the expression and all its parts, depth first. */
    static void visit(BoogieExpr expr, Consumer<BoogieExpr> visitor) {
        visitor.accept(expr);
        for (BoogieExpr part : of(expr)) visit(part, visitor);
    }

    static boolean mentions(BoogieExpr expr, List<BoogieSymbol.Bound> variables, Typing typing) {
        var found = new boolean[1];
        visit(expr, part -> {
            if (part instanceof BoogieExpr.Name name
                    && typing.symbol(name) instanceof BoogieSymbol.Bound bound
                    && variables.contains(bound)) found[0] = true;
        });
        return found[0];
    }
}
