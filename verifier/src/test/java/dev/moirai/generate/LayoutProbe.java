package dev.moirai.generate;

import java.util.List;

/** Objects of generated types: where their members lie, what initialisers put there, what assignments change. */
final class LayoutProbe {
    private final Dice dice;
    private final String prefix;
    private final StringBuilder file;
    private final StringBuilder run;
    private final Shapes shapes;

    LayoutProbe(Dice dice, String prefix, StringBuilder file, StringBuilder run) {
        this.dice = dice;
        this.prefix = prefix;
        this.file = file;
        this.run = run;
        shapes = new Shapes(dice, prefix, file);
    }

    void write() {
        shapes.types();
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) probe(shapes.defined(2), prefix + "_v" + i);
    }

    private void line(String text) {
        run.append("    ").append(text).append('\n');
    }

    private void probe(Shape.Record record, String name) {
        String type = record.name();
        line("printf(\"%zu %zu\\n\", sizeof(" + type + "), _Alignof(" + type + "));");
        for (Shape.Member member : record.members()) {
            if (!member.name().isEmpty() && member.width() < 0) {
                line("printf(\"%zu \", offsetof(" + type + ", " + member.name() + "));");
            }
        }
        file.append("static ")
                .append(type)
                .append(' ')
                .append(name)
                .append(" = ")
                .append(shapes.initialiser(record))
                .append(";\n");
        file.append("static ").append(type).append(' ').append(name).append("_b;\n");
        file.append("static ")
                .append(type)
                .append(' ')
                .append(name)
                .append("_a[2] = { ")
                .append(shapes.initialiser(record))
                .append(dice.chance(50) ? ", [1] = " : ", ")
                .append(shapes.initialiser(record))
                .append(" };\n");
        List<Shape.Leaf> leaves = record.leaves("");
        String changed = leaves.isEmpty() ? "" : "x" + dice.one(leaves).path() + " = " + shapes.constant() + "; ";
        file.append("static ")
                .append(type)
                .append(' ')
                .append(name)
                .append("_f(")
                .append(type)
                .append(" x) { ")
                .append(changed)
                .append("return x; }\n");
        bytes(name);
        line(name + "_b = " + name + ";");
        bytes(name + "_a");
        if (leaves.isEmpty()) return;
        for (int i = 0; i < 4; i++) change(dice.one(leaves), name + "_b");
        bytes(name + "_b");
        line("{");
        line(type + " a = " + shapes.automatic(record) + ", b = a;");
        line("const " + type + " *p = &(" + type + ") " + shapes.automatic(record) + ";");
        line("b = " + name + "_f(a);");
        for (Shape.Leaf leaf : leaves) {
            show("a" + leaf.path(), leaf);
            show("b" + leaf.path(), leaf);
            show("p->" + leaf.path().substring(1), leaf);
        }
        show(name + "_f(" + name + "_a[1])" + leaves.getFirst().path(), leaves.getFirst());
        line("printf(\"\\n\");");
        line("}");
    }

    private void bytes(String name) {
        line("show_bytes(&" + name + ", sizeof " + name + ");");
    }

    private void change(Shape.Leaf leaf, String name) {
        String place = name + leaf.path();
        boolean floating = leaf.type().equals("float") || leaf.type().equals("double");
        if (floating) {
            line(place + " = " + shapes.constant() + ";");
            return;
        }
        String value = "(" + shapes.constant() + ")";
        line(dice.one(
                place + " = " + value + ";",
                place + " += " + value + ";",
                place + " -= " + value + ";",
                place + " ^= " + value + ";",
                place + " |= " + value + ";",
                "printf(\"%lld \", (long long) " + place + "++);",
                "printf(\"%lld \", (long long) --" + place + ");",
                "printf(\"%lld \", (long long) (" + place + " = " + value + "));",
                "printf(\"%lld \", (long long) (" + place + " *= 3));"));
    }

    private void show(String place, Shape.Leaf leaf) {
        line("printf(\"%lld \", (long long) " + place + ");");
        // How a bit-field counts in arithmetic.
        if (leaf.bits() && dice.chance(30))
            line("printf(\"%d%d \", (int) sizeof(+" + place + "), -1 < +" + place + " * 0);");
    }
}
