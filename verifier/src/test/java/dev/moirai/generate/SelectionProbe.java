package dev.moirai.generate;

/** {@code _Generic}, {@code typeof} and {@code __builtin_types_compatible_p} on objects with qualifiers. */
final class SelectionProbe {
    private final Dice dice;
    private final StringBuilder run;

    SelectionProbe(Dice dice, StringBuilder run) {
        this.dice = dice;
        this.run = run;
    }

    private String qualifiers() {
        return dice.one("", "", "const ", "volatile ", "const volatile ");
    }

    private String base() {
        return dice.one(
                "char",
                "signed char",
                "unsigned char",
                "short",
                "int",
                "unsigned",
                "long",
                "unsigned long",
                "long long",
                "float",
                "double",
                "_Bool",
                "struct pair");
    }

    void write() {
        run.append("    {\n");
        for (int i = 0; i < 5; i++) {
            String base = base();
            String type = qualifiers() + base;
            String name = "x" + i;
            run.append("    ")
                    .append(
                            switch (dice.below(5)) {
                                case 0 -> "static " + type + " " + name + ";";
                                case 1 -> "static " + type + " *" + dice.one("", "const ") + name + ";";
                                case 2 -> "static " + type + " " + name + "[3];";
                                case 3 -> "static " + type + " *" + dice.one("", "const ") + "*" + name + ";";
                                default -> "static " + type + " (*" + name + ")(" + type + ", int);";
                            })
                    .append('\n');
            run.append("    printf(\"").append("%d ".repeat(5)).append("\\n\"");
            for (int j = 0; j < 5; j++) run.append(", ").append(selection(name, base, i));
            run.append(");\n");
        }
        run.append("    }\n");
    }

    private String selection(String name, String base, int last) {
        String other = "x" + dice.below(last + 1);
        String operand =
                dice.one(name, "&" + name, "(" + name + ")", "1 ? &" + name + " : 0", "(0, " + name + ")", "&" + other);
        return dice.write(
                () -> "_Generic(" + operand + ", " + base + ": 1, " + base + " *: 2, const " + base + " *: 3, volatile "
                        + base + " *: 4, const volatile " + base
                        + " *: 5, " + base + " **: 6, const " + base + " **: 7, " + base + " *const *: 8, const " + base
                        + " *const *: 9, " + base + " (*)[3]: 10, const "
                        + base + " (*)[3]: 11, " + base + " (*)(" + base + ", int): 12, default: 0)",
                () -> "__builtin_types_compatible_p(__typeof__(" + name + "), __typeof__(" + other + "))",
                () -> "__builtin_types_compatible_p(__typeof__(&" + name + "), " + qualifiers() + base + " *)",
                () -> "_Generic((__typeof__(&" + name + ")) 0, __typeof__(&" + other + "): 1, default: 2)",
                () -> "(int) sizeof(" + dice.one(operand, "__typeof__(" + name + ")") + ")");
    }
}
