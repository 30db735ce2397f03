package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes C statements for one function body. Side effects stand alone in their statement or are kept apart by sequence
 * points; every loop is bounded by a counter that only the loop touches.
 */
final class Statements {
    private final Dice dice;
    private final Names names;
    private final Reach reach;
    private final StringBuilder text = new StringBuilder();
    private int counters;
    private int labels;
    private int locals;

    /** What may be written to. */
    enum Reach {
        /** Locals only: the function may be called amid an expression. */
        LOCALS,
        EVERYTHING
    }

    Statements(Dice dice, Names names, Reach reach) {
        this.dice = dice;
        this.names = names;
        this.reach = reach;
    }

    String text() {
        return text.toString();
    }

    void line(int indent, String line) {
        text.append("    ".repeat(indent)).append(line).append('\n');
    }

    /** A fresh local, initialised, known to the scope from here on. */
    String local(int indent, Expressions scope, List<String> writable) {
        String name = "v" + locals++;
        line(indent, scope.type() + " " + name + " = " + scope.integer(2) + ";");
        scope.knowInteger(name);
        writable.add(name);
        return name;
    }

    void block(int indent, int length, int nesting, Expressions scope, List<String> writable) {
        for (int i = 0; i < length; i++) statement(indent, nesting, scope, writable);
    }

    private String target(Expressions scope, List<String> writable) {
        if (reach == Reach.LOCALS || dice.chance(40)) return dice.one(writable);
        return dice.write(
                () -> names.global(dice.below(SequentialPrograms.GLOBALS)),
                () -> names.array() + "[" + scope.index(8, 1) + "]",
                () -> names.matrix() + "[" + scope.index(2, 0) + "][" + scope.index(4, 0) + "]",
                () -> names.pointer() + "[" + scope.index(4, 1) + "]",
                () -> names.record() + "."
                        + dice.one("small", "wide", "flag", "inner.tag", "c", "bits3", "bits7", "bits20"),
                () -> names.recordPointer() + "->" + dice.one("bits3", "bits7", "bits20", "bits40", "bit", "narrow"),
                () -> names.records() + "[" + scope.index(2, 0) + "].inner.values[" + scope.index(4, 0) + "]",
                () -> names.union() + "." + dice.one("whole", "halves[0]", "halves[1]", "low", "bytes[5]"));
    }

    private void statement(int indent, int nesting, Expressions scope, List<String> writable) {
        if (nesting > 0 && dice.chance(35)) {
            compound(indent, nesting, scope, writable);
            return;
        }
        line(indent, simple(scope, writable));
    }

    private String simple(Expressions scope, List<String> writable) {
        List<Supplier<String>> writers = new ArrayList<>(List.of(
                () -> target(scope, writable) + " = " + scope.integer(3) + ";",
                () -> target(scope, writable) + " = " + scope.integer(3) + ";",
                () -> target(scope, writable) + " " + dice.one("+=", "-=", "*=", "&=", "|=", "^=") + " "
                        + scope.integer(2) + ";",
                () -> target(scope, writable) + " " + dice.one("/=", "%=") + " " + scope.divisor(1) + ";",
                () -> target(scope, writable) + " " + dice.one("<<=", ">>=") + " (" + scope.integer(1) + " & 31);",
                () -> target(scope, writable) + dice.one("++;", "--;"),
                () -> dice.one("++", "--") + target(scope, writable) + ";",
                // The left side is written after the sequence points of the right side.
                () -> dice.one(writable) + " = " + scope.integer(1) + dice.one(" && ", " || ") + "("
                        + dice.one(writable) + dice.one("++", "--") + dice.one(" > ", " != ") + scope.constant() + ");",
                () -> dice.one(writable) + " = (" + dice.one(writable) + " = " + scope.integer(1) + ", "
                        + scope.integer(2) + ");"));
        if (reach == Reach.EVERYTHING) writers.addAll(effects(scope, writable));
        return dice.one(writers).get();
    }

    private List<Supplier<String>> effects(Expressions scope, List<String> writable) {
        String record = "struct " + names.recordTag();
        return List.of(
                () -> "SHOW(" + scope.integer(3) + ");",
                () -> "SHOW(" + scope.integer(3) + ");",
                () -> "SHOWD(" + scope.floating(2) + ");",
                () -> names.of("real") + " = " + scope.floating(3) + ";",
                () -> names.of("single") + dice.one(" = ", " += ", " -= ", " *= ") + scope.floating(2) + ";",
                () -> target(scope, writable) + " = " + names.function("count") + "(" + scope.integer(2) + ");",
                () -> "SHOW(+" + names.record() + "." + dice.one("bits3", "bits7", "bits20", "bit", "narrow") + ");",
                () -> names.records() + "[" + dice.below(2) + "] = " + names.record() + ";",
                () -> names.record() + " = " + names.function("make") + "(" + scope.integer(1) + ", " + names.records()
                        + "[" + dice.below(2) + "]);",
                () -> "*" + names.recordPointer() + " = (" + record + "){ " + initialiser(scope) + " };",
                () -> names.pointer() + " = &" + names.array() + "[(" + scope.integer(1) + ") & 3];",
                () -> names.recordPointer() + " = &" + names.records() + "[(" + scope.integer(1) + ") & 1];",
                () -> "*" + names.pointer() + " " + dice.one("=", "+=", "^=") + " " + scope.integer(2) + ";",
                () -> "{ unsigned k = " + dice.below(6) + "; " + names.array() + "[k++] = " + scope.integer(2) + "; "
                        + names.array() + "[++k & 7] " + dice.one("+=", "-=") + " " + scope.integer(1) + "; SHOW(k); }",
                () -> "memcpy(&" + names.union() + ", " + names.matrix() + "[" + dice.below(2) + "], 4);",
                () -> "memset(" + names.array() + " + " + dice.below(4) + ", " + dice.one("0", "0xff", "7", "-3")
                        + ", sizeof " + names.array() + "[0] * " + dice.below(4) + ");",
                () -> "SHOW(" + names.function("descend") + "(" + dice.below(9) + "));",
                () -> "SHOW(strlen(" + names.of("word") + ") + " + names.of("word") + "[(" + scope.integer(1)
                        + ") & 3]);");
    }

    private String initialiser(Expressions scope) {
        return dice.write(
                () -> ".small = " + scope.integer(1) + ", .bits7 = " + scope.integer(1) + ", .inner.values[1] = "
                        + scope.integer(1),
                () -> scope.integer(1) + ", " + scope.integer(1) + ", .inner = { " + scope.integer(0) + ", { "
                        + scope.integer(0) + ", [3] = " + scope.integer(0) + " } }, .bits3 = " + scope.integer(1),
                () -> ".wide = " + scope.integer(1) + ", .wide = " + scope.integer(1) + ", .bits40 = "
                        + scope.integer(2),
                () -> ".inner.values = { [1 ... 2] = " + scope.integer(0) + " }, .flag = " + scope.integer(1));
    }

    private void compound(int indent, int nesting, Expressions outer, List<String> outerWritable) {
        Expressions scope = outer.inner();
        List<String> writable = new ArrayList<>(outerWritable);
        switch (dice.below(8)) {
            case 0 -> {
                line(indent, "if (" + scope.integer(2) + ") {");
                block(indent + 1, 1 + dice.below(2), nesting - 1, scope, writable);
                if (dice.chance(60)) {
                    line(indent, "} else {");
                    block(indent + 1, 1 + dice.below(2), nesting - 1, scope, writable);
                }
                line(indent, "}");
            }
            case 1 -> {
                String counter = "i" + counters++;
                line(
                        indent,
                        "for (int " + counter + " = 0; " + counter + " < " + (1 + dice.below(4)) + "; " + counter
                                + "++) {");
                scope.knowInteger(counter);
                block(indent + 1, 1 + dice.below(2), nesting - 1, scope, writable);
                if (dice.chance(40))
                    line(indent + 1, "if (" + scope.integer(1) + ") " + dice.one("break;", "continue;"));
                if (dice.chance(40)) line(indent + 1, simple(scope, writable));
                line(indent, "}");
            }
            case 2 -> {
                String counter = "i" + counters++;
                line(indent, "{");
                line(
                        indent + 1,
                        dice.one("unsigned", "signed char", "long") + " " + counter + " = " + (1 + dice.below(4))
                                + ";");
                line(indent + 1, "while (" + counter + "--" + dice.one("", " > 0", " != 0") + ") {");
                block(indent + 2, 1 + dice.below(2), nesting - 1, scope, writable);
                line(indent + 1, "}");
                line(indent, "}");
            }
            case 3 -> {
                String counter = "i" + counters++;
                line(indent, "{");
                line(indent + 1, "int " + counter + " = 0;");
                line(indent + 1, "do {");
                block(indent + 2, 1 + dice.below(2), nesting - 1, scope, writable);
                if (dice.chance(40)) line(indent + 2, "if (" + scope.integer(1) + ") continue;");
                line(indent + 1, "} while (++" + counter + " < " + (1 + dice.below(3)) + ");");
                line(indent, "}");
            }
            case 4 -> switchStatement(indent, nesting, scope, writable);
            case 5 -> {
                String label = "skip" + labels++;
                line(indent, "if (" + scope.integer(2) + ") goto " + label + ";");
                line(indent, simple(scope, writable));
                line(indent, label + ":;");
                line(indent, simple(scope, writable));
            }
            case 6 -> {
                String label = "again" + labels++;
                String counter = "i" + counters++;
                line(indent, "{");
                line(indent + 1, "int " + counter + " = 0;");
                line(indent, label + ":");
                line(indent + 1, simple(scope, writable));
                line(indent + 1, "if (++" + counter + " < " + (1 + dice.below(3)) + ") goto " + label + ";");
                line(indent, "}");
            }
            default -> {
                line(indent, "{");
                local(indent + 1, scope, writable);
                block(indent + 1, 2, nesting - 1, scope, writable);
                line(indent, "}");
            }
        }
    }

    private void switchStatement(int indent, int nesting, Expressions scope, List<String> writable) {
        line(indent, "switch ((" + scope.type() + ")" + scope.integer(2) + dice.one("", " & 7", " % 5") + ") {");
        boolean first = true;
        for (String label : List.of("0", "1", "2 ... 4", "-1", "default", "'a'", "6")) {
            if (dice.chance(35)) continue;
            line(indent, label.equals("default") ? "default:" : "case " + label + ":");
            block(indent + 1, 1, nesting - 1, scope, writable);
            if (dice.chance(60)) line(indent + 1, "break;");
            first = false;
        }
        if (first) line(indent, "default:;");
        line(indent, "}");
    }
}
