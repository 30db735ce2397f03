package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.List;

/** Prints transition systems and linear expressions for readers. */
public final class SystemPrinter {
    private final TransitionSystem system;

    public SystemPrinter(TransitionSystem system) {
        this.system = system;
    }

    public String rows(List<Row> rows) {
        return String.join(", ", rows.stream().map(this::row).toList());
    }

    /** The row with positive terms on the left and negative ones on the right: {@code x >= y + 1}. */
    public String row(Row row) {
        String sign = row.relation() == Row.Relation.ZERO ? " = " : " >= ";
        var left = new StringBuilder();
        var right = new StringBuilder();
        row.expression().coefficients().forEach((column, coefficient) -> {
            var side = coefficient.signum() > 0 ? left : right;
            term(side, coefficient.abs(), name(column));
        });
        BigInteger constant = row.expression().constant();
        if (constant.signum() > 0) term(left, constant, "");
        if (constant.signum() < 0) term(right, constant.abs(), "");
        return (left.isEmpty() ? "0" : left) + sign + (right.isEmpty() ? "0" : right);
    }

    public String expression(Linear linear) {
        var text = new StringBuilder();
        linear.coefficients().forEach((column, coefficient) -> signed(text, coefficient, name(column)));
        if (linear.constant().signum() != 0 || text.isEmpty()) signed(text, linear.constant(), "");
        return text.toString();
    }

    private static void signed(StringBuilder text, BigInteger coefficient, String name) {
        if (text.isEmpty()) {
            if (coefficient.signum() < 0) text.append('-');
        } else text.append(coefficient.signum() < 0 ? " - " : " + ");
        bare(text, coefficient.abs(), name);
    }

    private static void term(StringBuilder text, BigInteger coefficient, String name) {
        if (!text.isEmpty()) text.append(" + ");
        bare(text, coefficient, name);
    }

    private static void bare(StringBuilder text, BigInteger coefficient, String name) {
        if (name.isEmpty()) text.append(coefficient);
        else if (coefficient.equals(BigInteger.ONE)) text.append(name);
        else text.append(coefficient).append('*').append(name);
    }

    private String name(long column) {
        String name = system.variable(Column.variable(column)).name();
        return Column.moment(column) == Column.NEXT ? name + "'" : name;
    }
}
