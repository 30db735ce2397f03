package dev.moirai.generate;

/** Variables with attribute {@code cleanup} in blocks, loops and switches that are left in every way. */
final class CleanupProbe {
    private final Dice dice;
    private final String prefix;
    private final StringBuilder text;
    private int variables;
    private int budget = 14;

    CleanupProbe(Dice dice, String prefix, StringBuilder text) {
        this.dice = dice;
        this.prefix = prefix;
        this.text = text;
    }

    /** Writes the function and returns how it is called. */
    String write() {
        text.append("static void ").append(prefix).append("_out(int *p) { printf(\"~%d \", *p); *p = -1; }\n");
        text.append("static int ").append(prefix).append("_clean(int n)\n{\n    int t = 0;\n    {\n");
        block(2, false, 0);
        text.append("        return t;\n    }\nend:\n    printf(\"end \");\n    return -t;\n}\n");
        return "for (int i = 0; i < 4; i++) printf(\"= %d\\n\", " + prefix + "_clean(i));";
    }

    private void line(int depth, String line) {
        text.append("    ".repeat(depth)).append(line).append('\n');
    }

    private void block(int depth, boolean loop, int nesting) {
        int count = 2 + dice.below(3);
        for (int i = 0; i < count && budget > 0; i++) statement(depth, loop, nesting);
    }

    private void statement(int depth, boolean loop, int nesting) {
        budget--;
        String condition = "if ((t + n) % " + (2 + dice.below(3)) + " == " + dice.below(2) + ") ";
        switch (dice.below(nesting > 2 ? 6 : 10)) {
            case 0, 1, 2 -> {
                int v = variables++;
                String attribute = "__attribute__((cleanup(" + prefix + "_out)))";
                line(
                        depth,
                        dice.one("int v" + v + " " + attribute, attribute + " int v" + v, "int " + attribute + " v" + v)
                                + " = " + (10 * v) + " + n;");
                line(depth, "t += v" + v + ";");
            }
            case 3 -> line(depth, "t++; printf(\"%d \", t);");
            case 4 -> line(depth, condition + (loop ? dice.one("break;", "continue;") : "goto end;"));
            case 5 -> line(depth, condition + dice.one("return t;", "return t + 1;", "goto end;"));
            case 6, 7 -> {
                line(depth, dice.one("for (int i = 0; i < 3; i++) {", "for (int i = 0; i < 2; i++) {"));
                line(depth + 1, "t += i;");
                block(depth + 1, true, nesting + 1);
                line(depth, "}");
            }
            case 8 -> {
                line(depth, dice.one("{", "if (n != 1) {", "do {"));
                boolean again = text.toString().endsWith("do {\n");
                block(depth + 1, again || loop, nesting + 1);
                line(depth, again ? "} while (t++ < 3);" : "}");
            }
            default -> {
                int v = variables++;
                line(
                        depth,
                        "t += ({ int v" + v + " __attribute__((cleanup(" + prefix + "_out))) = t; v" + v + " + 1; });");
            }
        }
    }
}
