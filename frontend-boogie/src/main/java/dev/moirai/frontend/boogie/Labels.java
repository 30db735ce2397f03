package dev.moirai.frontend.boogie;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands behind the labels of a body. */
final class Labels {
    private Labels() {}

    static Map<String, BoogieStmt> statements(List<BoogieStmt> body) {
        var found = new HashMap<String, BoogieStmt>();
        for (int i = 0; i + 1 < body.size(); i++) {
            if (body.get(i) instanceof BoogieStmt.Label(var name, var _)) found.put(name, body.get(i + 1));
        }
        return found;
    }

    /** The condition of the first label's {@code assume}, if the second's is its opposite. */
    static Optional<BoogieExpr> decision(Map<String, BoogieStmt> behind, String first, String second) {
        if (!(behind.get(first) instanceof BoogieStmt.Assume(var one, var _, var _))) return Optional.empty();
        if (!(behind.get(second) instanceof BoogieStmt.Assume(var two, var _, var _))) return Optional.empty();
        return areOpposite(one, two) ? Optional.of(one) : Optional.empty();
    }

    private static boolean areOpposite(BoogieExpr one, BoogieExpr two) {
        return negates(one, two) || negates(two, one);
    }

    private static boolean negates(BoogieExpr one, BoogieExpr two) {
        return one instanceof BoogieExpr.Unary(var op, var operand, var _)
                && op == BoogieExpr.UnaryOp.NOT
                && BoogieText.of(operand).equals(BoogieText.of(two));
    }
}
