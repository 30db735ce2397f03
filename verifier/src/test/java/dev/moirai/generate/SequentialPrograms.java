package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Single-threaded C programs of defined behaviour (given that signed arithmetic wraps) which print what they compute: the
 * integer and floating rules, bit-fields, structs, unions, arrays, pointers, calls, control flow, initialisers.
 */
public final class SequentialPrograms {
    static final int GLOBALS = 6;

    /** Size, signedness and value of an expression after promotion; the bits of a floating one. */
    private static final String PROLOGUE = """
        #include <stddef.h>
        #include <stdio.h>
        #include <string.h>
        #define SHOW(e) printf("%d%c %lld\\n", (int)sizeof(e), (e) * 0 - 1 < 0 ? 's' : 'u', (long long)(e))
        #define SHOWD(e) show_bits(e)
        """;

    private static final String SHOW_BITS = """
        static void show_bits(double d)
        {
            union { double value; unsigned long long bits; } u = { d };
            if (d != d) printf("nan\\n");
            else printf("%llx\\n", u.bits);
        }
        """;

    private final Dice dice;
    private final Names names;
    private final StringBuilder text = new StringBuilder();

    private SequentialPrograms(long seed) {
        this.dice = new Dice(seed);
        this.names = new Names("p" + seed);
    }

    /** A whole program for this seed. */
    public static String standalone(long seed) {
        return PROLOGUE + SHOW_BITS + body(seed) + "\nint main(void)\n{\n    p" + seed + "_run();\n    return 0;\n}\n";
    }

    /** Many programs in one; {@code separator} stands on a line of its own after the output of each. */
    public static String together(List<Long> seeds, String separator) {
        var all = new StringBuilder(PROLOGUE + SHOW_BITS);
        for (long seed : seeds) all.append(body(seed));
        all.append("int main(void)\n{\n");
        for (long seed : seeds)
            all.append("    p")
                    .append(seed)
                    .append("_run(); puts(\"")
                    .append(separator)
                    .append("\");\n");
        return all.append("    return 0;\n}\n").toString();
    }

    private static String body(long seed) {
        var program = new SequentialPrograms(seed);
        program.write();
        return program.text.toString();
    }

    private void write() {
        declarations();
        var globals = new Expressions(dice, names);
        for (int i = 0; i < GLOBALS; i++) {
            text.append("static ")
                    .append(i < 2 ? dice.one("int", "unsigned") : globals.type())
                    .append(' ');
            text.append(names.global(i))
                    .append(" = ")
                    .append(globals.constant())
                    .append(";\n");
        }
        for (int i = 0; i < GLOBALS; i++) globals.knowInteger(names.global(i));
        globals.knowInteger(names.record() + ".small");
        globals.knowInteger(names.record() + ".c");
        globals.knowInteger("(+" + names.record() + ".bits3)");
        globals.knowInteger("(+" + names.record() + ".bits7)");
        globals.knowInteger("(+" + names.record() + ".bits20)");
        globals.knowInteger("((long long)" + names.record() + ".bits40)");
        globals.knowFloat(names.of("real"));
        globals.knowFloat(names.of("single"));
        toInt();
        int functions = 2 + dice.below(3);
        for (int i = 0; i < functions; i++) {
            function(i, globals.inner());
            if (i == 1)
                text.append(fill(
                        "static long (*const table$[2])(short, unsigned) = { &f0$, f1$ };\n",
                        "table$",
                        names.functionTable()));
            globals.knowFunctions(i + 1);
        }
        helpers(globals);
        run(globals);
    }

    private String fill(String template, String... replacements) {
        String filled = template;
        for (int i = 0; i < replacements.length; i += 2) filled = filled.replace(replacements[i], replacements[i + 1]);
        return filled.replaceAll("(\\w+)\\$", names.of("$1"));
    }

    private void declarations() {
        var constants = new Expressions(dice, names);
        text.append(fill("enum Colour$ { COLOUR0$, COLOUR1$ = " + dice.one("5", "-3", "100")
                + ", COLOUR2$, COLOUR3$ = COLOUR1$ + 1 };\n"));
        text.append(fill(
                """
                struct Record$ {
                    T1 small;
                    T2 wide;
                    _Bool flag;
                    int bits3 : 3;
                    unsigned bits7 : 7;
                    B20 bits20 : 20;
                    unsigned : 0;
                    unsigned long long bits40 : 40;
                    _Bool bit : 1;
                    signed char narrow : 5;
                    struct { T3 tag; T4 values[4]; } inner;
                    char c;
                };
                union Either$ {
                    unsigned long long whole;
                    unsigned halves[2];
                    short low;
                    unsigned char bytes[8];
                };
                """,
                "T1",
                constants.type(),
                "T2",
                constants.type(),
                "T3",
                constants.type(),
                "T4",
                constants.type(),
                "B20",
                dice.one("int", "unsigned")));
        text.append(fill("static " + constants.fullType() + " array$[8] = { " + constants.constant() + ", [4] = "
                + constants.constant() + ", " + constants.constant() + " };\n"));
        text.append(fill("static " + dice.one("int", "unsigned", "long", "short")
                + " matrix$[2][4] = { { 1, 2 }, { [2] = " + constants.constant() + " } };\n"));
        text.append(fill("static __typeof__(array$[0]) *pointer$ = &array$[" + dice.below(5) + "];\n"));
        text.append(fill("static struct Record$ record$ = { " + constants.constant() + ", .bits20 = "
                + constants.constant() + ", .inner = { .values = { [2] = " + constants.constant() + " } } };\n"));
        text.append(fill("static struct Record$ records$[2], *record_pointer$ = &records$[1];\n"));
        text.append(fill("static union Either$ either$ = { .halves = { " + constants.constant() + ", 77 } };\n"));
        text.append(fill("static double real$ = " + dice.one("1.5", "-0.1", "1e9", "3") + ";\n"));
        text.append(fill("static float single$ = " + dice.one("0.1f", "2.5", "-7") + ";\n"));
        text.append(fill("static char word$[8] = "
                + dice.one("\"abc\"", "\"\\x41\\0z\"", "\"a\" \"bcd\"", "\"\\377\\200q\"") + ";\n"));
    }

    /** Conversion of a floating value is defined only if the result fits. */
    private void toInt() {
        text.append(fill("static int to_int$(double d)\n"
                + "{\n"
                + "    return d > -2000000000.0 && d < 2000000000.0 ? (int)d : 7;\n"
                + "}\n"));
    }

    private void function(int index, Expressions scope) {
        text.append("static long ").append(names.function(index)).append("(short a, unsigned b)\n{\n");
        scope.knowInteger("a");
        scope.knowInteger("b");
        var statements = new Statements(dice, names, Statements.Reach.LOCALS);
        List<String> writable = new ArrayList<>(List.of("a", "b"));
        statements.local(1, scope, writable);
        statements.local(1, scope, writable);
        statements.block(1, 2 + dice.below(2), 1, scope, writable);
        text.append(statements.text());
        text.append("    return ").append(scope.integer(2)).append(";\n}\n");
    }

    private void helpers(Expressions scope) {
        var inner = scope.inner();
        inner.knowInteger("n");
        text.append(fill(
                "static TYPE count$(INT n)\n{\n    static INT calls = 3;\n    calls += n;\n    return calls++;\n}\n",
                "TYPE",
                scope.type(),
                "INT",
                dice.one("int", "unsigned char", "short", "long")));
        text.append(fill(
                "static struct Record$ make$(int n, struct Record$ from)\n"
                        + "{\n"
                        + "    from.small += n;\n"
                        + "    from.bits7 = n;\n"
                        + "    from.inner.values[n & 3]--;\n"
                        + "    from.narrow = EXPR;\n"
                        + "    return from;\n"
                        + "}\n",
                "EXPR",
                inner.integer(2)));
        text.append(fill(
                "static unsigned descend$(unsigned n)\n{\n    return n < 2 ? EXPR : descend$(n - 1) * 3 + n;\n}\n",
                "EXPR",
                inner.integer(1)));
    }

    private void run(Expressions scope) {
        text.append("static void ").append(names.of("run")).append("(void)\n{\n");
        var statements = new Statements(dice, names, Statements.Reach.EVERYTHING);
        List<String> writable = new ArrayList<>();
        for (int i = 0; i < 4; i++) statements.local(1, scope, writable);
        statements.line(1, "const char *text = \"out\" \"put\";");
        scope.knowInteger("text[2]");
        statements.block(1, 22, 2, scope, writable);
        for (String name : writable) statements.line(1, "SHOW(" + name + ");");
        for (int i = 0; i < GLOBALS; i++) statements.line(1, "SHOW(" + names.global(i) + ");");
        statements.line(
                1, fill("for (int i = 0; i < 8; i++) SHOW(array$[i] + either$.bytes[i] + matrix$[i / 4][i % 4]);"));
        for (String field : List.of("small", "wide", "flag", "inner.tag", "inner.values[0]", "inner.values[3]", "c"))
            statements.line(1, fill("SHOW(record$." + field + "); SHOW(records$[1]." + field + ");"));
        for (String field : List.of("bits3", "bits7", "bits20", "bit", "narrow"))
            statements.line(1, fill("SHOW(+record$." + field + "); SHOW(+records$[0]." + field + ");"));
        statements.line(
                1, fill("SHOW((long long)record$.bits40); SHOW(sizeof(struct Record$)); SHOW(pointer$ - array$);"));
        statements.line(1, fill("SHOWD(real$); SHOWD(single$);"));
        text.append(statements.text()).append("}\n");
    }
}
