package dev.moirai.frontend.boogie;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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

    static Map<String, Integer> places(List<BoogieStmt> body) {
        var found = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < body.size(); i++) {
            if (body.get(i) instanceof BoogieStmt.Label(var name, var _)) found.put(name, i);
        }
        return found;
    }

    /**
     * The labels of a body in an order in which control can come to them: reverse postorder, so that only jumps of loops lead
     * back, wherever the labels stand in the text. Of two ways from one place, that which stands first comes first.
     */
    static Map<String, Integer> order(List<BoogieStmt> body) {
        Map<String, Integer> places = places(body);
        var done = new ArrayList<String>();
        var seen = new HashSet<String>();
        // Each entry: a label, and the labels it leads to that are still to be looked at, the last in the text first.
        var path = new ArrayDeque<Map.Entry<String, Iterator<String>>>();
        path.push(Map.entry("", successors(body, 0, places)));
        while (!path.isEmpty()) {
            Map.Entry<String, Iterator<String>> last = path.element();
            if (!last.getValue().hasNext()) {
                done.add(path.pop().getKey());
                continue;
            }
            String next = last.getValue().next();
            int behind = places.getOrDefault(next, body.size()) + 1;
            if (seen.add(next)) path.push(Map.entry(next, successors(body, behind, places)));
        }
        var order = new HashMap<String, Integer>();
        for (String label : done.reversed()) order.put(label, order.size());
        return order;
    }

    /** The labels that control comes to from the given place without passing another. */
    private static Iterator<String> successors(List<BoogieStmt> body, int from, Map<String, Integer> places) {
        var found = new TreeSet<String>(Comparator.comparing(places::get, Comparator.reverseOrder()));
        boolean falls = true;
        for (int i = from; i < body.size() && falls; i++) {
            if (body.get(i) instanceof BoogieStmt.Label(var name, var _)) {
                found.add(name);
                break;
            }
            targets(body.get(i), places, found);
            falls = !(body.get(i) instanceof BoogieStmt.Goto || body.get(i) instanceof BoogieStmt.Return);
        }
        return found.iterator();
    }

    private static void targets(BoogieStmt statement, Map<String, Integer> places, Set<String> into) {
        switch (statement) {
            case BoogieStmt.Goto(var labels, var _) ->
                labels.stream().filter(places::containsKey).forEach(into::add);
            case BoogieStmt.If branch -> {
                branch.whenTrue().forEach(inner -> targets(inner, places, into));
                branch.whenFalse().forEach(inner -> targets(inner, places, into));
            }
            case BoogieStmt.While loop -> loop.body().forEach(inner -> targets(inner, places, into));
            case BoogieStmt.Atomic atomic -> atomic.body().forEach(inner -> targets(inner, places, into));
            default -> {}
        }
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
