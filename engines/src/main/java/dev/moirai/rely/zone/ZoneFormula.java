package dev.moirai.rely.zone;

import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.SExpression;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Zones as a formula: one of them, each without what follows from the rest of it. */
final class ZoneFormula {
    private ZoneFormula() {}

    static Interpretation of(Collection<Zone> zones, int parameters) {
        var names = new ArrayList<String>();
        for (int i = 0; i < parameters; i++) names.add("a" + i);
        List<SExpression> parts =
                zones.stream().map(zone -> formula(zone, names)).toList();
        return new Interpretation(names, joined("or", parts, "false"));
    }

    private static SExpression formula(Zone given, List<String> names) {
        // A widened zone may say more about differences than about bounds.
        Zone zone = given.copy();
        if (!zone.close()) return word("false");
        var parts = new ArrayList<SExpression>();
        for (int i = 0; i < names.size(); i++) {
            if (zone.isConstant(i)) {
                parts.add(list("=", word(names.get(i)), number(zone.low(i))));
                continue;
            }
            if (zone.low(i) > -Zone.NONE) parts.add(list(">=", word(names.get(i)), number(zone.low(i))));
            if (zone.high(i) < Zone.NONE) parts.add(list("<=", word(names.get(i)), number(zone.high(i))));
        }
        for (int i = 0; i < names.size(); i++) {
            for (int j = 0; j < names.size(); j++) {
                if (i != j && isWorthSaying(zone, i, j)) {
                    SExpression left = word(names.get(i));
                    SExpression right = word(names.get(j));
                    long bound = zone.difference(i, j);
                    parts.add(list("<=", left, bound == 0 ? right : list("+", right, number(bound))));
                }
            }
        }
        return joined("and", parts, "true");
    }

    /** Whether the bound of a difference says more than the bounds of its sides. */
    private static boolean isWorthSaying(Zone zone, int left, int right) {
        long bound = zone.difference(left, right);
        if (bound >= Zone.NONE || zone.isConstant(left) || zone.isConstant(right)) return false;
        boolean open = zone.high(left) >= Zone.NONE || zone.low(right) <= -Zone.NONE;
        return open || bound < zone.high(left) - zone.low(right);
    }

    private static SExpression joined(String operator, List<SExpression> parts, String none) {
        if (parts.isEmpty()) return word(none);
        if (parts.size() == 1) return parts.getFirst();
        var all = new ArrayList<SExpression>();
        all.add(word(operator));
        all.addAll(parts);
        return new SExpression.Many(List.copyOf(all));
    }

    private static SExpression list(String head, SExpression left, SExpression right) {
        return new SExpression.Many(List.of(word(head), left, right));
    }

    private static SExpression word(String text) {
        return new SExpression.Word(text);
    }

    private static SExpression number(long value) {
        return value >= 0
                ? word(Long.toString(value))
                : new SExpression.Many(List.of(word("-"), word(Long.toString(-value))));
    }
}
