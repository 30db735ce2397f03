package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/** Conditions and macros: which groups are taken, what expands to what. */
final class PreprocessorProbe {
    private final Dice dice;
    private final String prefix;
    private final StringBuilder file;
    private final StringBuilder run;
    private final List<String> macros = new ArrayList<>();

    PreprocessorProbe(Dice dice, String prefix, StringBuilder file, StringBuilder run) {
        this.dice = dice;
        this.prefix = prefix.toUpperCase(java.util.Locale.ROOT);
        this.file = file;
        this.run = run;
    }

    void write() {
        for (int i = 0; i < 4; i++) {
            String name = prefix + "_M" + i;
            file.append("#define ")
                    .append(name)
                    .append(' ')
                    .append(dice.chance(70) ? "(" + expression(2) + ")" : number())
                    .append('\n');
            macros.add(name);
        }
        file.append("#define ")
                .append(prefix)
                .append("_F(a, b) ((a) ")
                .append(dice.one("+", "-", "*", "&", "|", "^", "<", ">=", "&&"))
                .append(" (b))\n");
        file.append("#define ").append(prefix).append("_S(...) #__VA_ARGS__\n");
        file.append("#define ").append(prefix).append("_X(a) ").append(prefix).append("_S(a)\n");
        file.append("#define ").append(prefix).append("_J(a, b) a ## b\n");
        file.append("#define ").append(prefix).append("_V(f, ...) f(__VA_ARGS__)\n");
        file.append("#define ")
                .append(prefix)
                .append("_G(a, ...) ")
                .append(prefix)
                .append("_S(a, ## __VA_ARGS__)\n");
        for (int i = 0; i < 5; i++) condition();
        for (int i = 0; i < 3; i++) macro();
    }

    private void line(String text) {
        run.append(text).append('\n');
    }

    private void condition() {
        line("#if " + expression(3));
        line("    printf(\"1 \");");
        if (dice.chance(50)) {
            line("#elif " + expression(3));
            line("    printf(\"2 \");");
        }
        if (dice.chance(20)) {
            line(dice.one("#ifdef ", "#ifndef ") + dice.one(prefix + "_M1", "NOT_" + prefix));
            line("    printf(\"n \");");
            line("#endif");
        }
        line("#else");
        line("    printf(\"3 \");");
        line("#endif");
        if (dice.chance(20)) {
            String name = dice.one(macros);
            line("#undef " + name);
            line("#define " + name + " " + number());
        }
    }

    private void macro() {
        String f = prefix + "_F";
        line("    printf(\"%lld \", (long long) " + f + "(" + number() + ", " + f + "(" + number() + ", " + number()
                + ")));");
        line("    printf(\"%s|%s \", " + prefix + "_S(" + words() + "), " + prefix + "_X(" + prefix + "_J(x, "
                + dice.below(9) + ") " + dice.one("+", "-") + prefix + "_J(" + dice.below(9) + ", 1)));");
        line("    printf(\"%s %lld\\n\", " + prefix + "_G(" + dice.one("a", "a, b", "a, \"s\", 'c'") + "), (long long) "
                + prefix + "_V(" + f + ", 3, " + number() + "));");
    }

    private String words() {
        return dice.one("a  b", "\"q\\n\" 'c'", "1 +2", "f( x ,y )", "a/* c */b", "'\\\\' \"\\\"\"", "x\t-\ty");
    }

    private String number() {
        return dice.one(
                "0",
                "1",
                "-1",
                "2u",
                "7",
                "-3",
                "10L",
                "0xff",
                "017",
                "0x7fffffff",
                "0x80000000",
                "0xffffffff",
                "4294967296",
                "0x7fffffffffffffff",
                "0x8000000000000000",
                "18446744073709551615u",
                "0xffffffffffffffffUL",
                "9223372036854775807LL",
                "'a'",
                "'\\377'",
                "'\\0'",
                "'ab'",
                "0b1011",
                "1ull",
                "3lu");
    }

    private String expression(int depth) {
        if (depth == 0 || dice.chance(15)) return atom();
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return dice.write(
                () -> "(" + a + " " + dice.one("+", "-", "*", "&", "|", "^") + " " + b + ")",
                () -> "(" + a + " " + dice.one("<", ">", "<=", ">=", "==", "!=") + " " + b + ")",
                () -> "(" + a + " " + dice.one("&&", "||") + " " + b + ")",
                () -> "(" + a + " " + dice.one("/", "%") + " " + dice.one("3", "-7", "2u", "0x8000000000000000", "10")
                        + ")",
                () -> "(" + a + " " + dice.one("<<", ">>") + " "
                        + dice.one("0", "1", "31", "63", "64", "70", "-2", "5u") + ")",
                () -> "(" + a + " ? " + b + " : " + atom() + ")",
                () -> dice.one("-", "~", "!", "+") + "(" + a + ")",
                () -> dice.one("(0 && (1 / 0 || " + a + "))", "(1 || " + a + " % 0)", "(1 ? " + a + " : 1 / 0)"),
                () -> a + dice.one(" + ", " * ", " < ", " == ", " & ", " || ", " - ") + b);
    }

    private String atom() {
        if (dice.chance(20) && !macros.isEmpty()) return dice.one(macros);
        if (dice.chance(15)) {
            String name = macros.isEmpty() || dice.chance(40) ? "NOT_" + prefix : dice.one(macros);
            return dice.one("defined(" + name + ")", "defined " + name, "!defined(" + name + ")", "NOT_" + prefix);
        }
        return number();
    }
}
