package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes C expressions without side effects and without undefined behaviour (signed arithmetic wraps). Types are left to
 * the compilers: only shifts and divisions need care, and those are guarded whatever the type.
 */
final class Expressions {
    static final List<String> INTEGER_TYPES = List.of(
            "char",
            "signed char",
            "unsigned char",
            "short",
            "unsigned short",
            "int",
            "unsigned",
            "long",
            "unsigned long",
            "long long",
            "unsigned long long",
            "_Bool");

    private final Dice dice;
    private final Names names;
    private final List<String> integers = new ArrayList<>();
    private final List<String> floats = new ArrayList<>();
    private int functions;
    private int temporaries;

    Expressions(Dice dice, Names names) {
        this.dice = dice;
        this.names = names;
    }

    /** A new place for things in scope: what is added to it is forgotten with it. */
    Expressions inner() {
        var inner = new Expressions(dice, names);
        inner.integers.addAll(integers);
        inner.floats.addAll(floats);
        inner.functions = functions;
        inner.temporaries = temporaries + 10;
        return inner;
    }

    void knowInteger(String atom) {
        integers.add(atom);
    }

    void knowFloat(String atom) {
        floats.add(atom);
    }

    /** From now on the first {@code count} generated functions may be called. */
    void knowFunctions(int count) {
        functions = count;
    }

    String type() {
        return dice.one(INTEGER_TYPES);
    }

    /** A type of which every bit pattern is a value. */
    String fullType() {
        return dice.one(INTEGER_TYPES.subList(0, INTEGER_TYPES.size() - 1));
    }

    String constant() {
        return dice.write(
                () -> String.valueOf(dice.below(20)),
                () -> dice.one("0", "1", "2", "7", "(-1)", "(-2)", "(-7)", "127", "128", "(-128)", "255", "256"),
                () -> dice.one("32767", "32768", "(-32768)", "65535", "65536", "0x7fffffff", "(-2147483647 - 1)"),
                () -> dice.one("4294967295u", "0x80000000", "0xffffffff", "2147483648", "037777777777", "1u", "0xffu"),
                () -> dice.one("1L", "1UL", "0x7fffffffffffffff", "0x8000000000000000", "18446744073709551615ull"),
                () -> dice.one("'a'", "'\\0'", "'\\n'", "'\\x7f'", "'\\377'", "'\\x80'", "'ab'"),
                () -> names.enumConstant(dice.below(4)));
    }

    String atom() {
        return dice.chance(30) || integers.isEmpty() ? constant() : dice.one(integers);
    }

    /** Any integer type. */
    String integer(int depth) {
        if (depth <= 0) return atom();
        return dice.write(
                () -> binary(depth),
                () -> binary(depth),
                () -> binary(depth),
                () -> comparison(depth),
                () -> shift(depth),
                () -> shift(depth),
                () -> division(depth),
                () -> "((" + type() + ")" + integer(depth - 1) + ")",
                () -> "((" + type() + ")" + integer(depth - 1) + ")",
                () -> "(" + dice.one("-", "~", "!", "+") + integer(depth - 1) + ")",
                () -> "(" + integer(depth - 1) + " ? " + integer(depth - 1) + " : " + integer(depth - 1) + ")",
                () -> "(" + integer(depth - 1) + dice.one(" && ", " || ") + integer(depth - 1) + ")",
                () -> element(depth),
                () -> rare(depth));
    }

    private String binary(int depth) {
        return "(" + integer(depth - 1) + " " + dice.one("+", "-", "*", "&", "|", "^") + " " + integer(depth - 1) + ")";
    }

    private String comparison(int depth) {
        String op = dice.one("<", "<=", ">", ">=", "==", "!=");
        if (!floats.isEmpty() && dice.chance(15)) return "(" + floating(1) + " " + op + " " + floating(1) + ")";
        return "(" + integer(depth - 1) + " " + op + " " + integer(depth - 1) + ")";
    }

    private String shift(int depth) {
        String op = dice.one("<<", ">>");
        return dice.write(
                () -> "(" + integer(depth - 1) + " " + op + " (" + integer(depth - 1) + " & 31))",
                () -> "((" + dice.one("long", "unsigned long", "long long", "unsigned long long") + ")"
                        + integer(depth - 1) + " " + op + " (" + integer(depth - 1) + " & 63))",
                () -> "((" + dice.one("signed char", "unsigned char", "short", "unsigned short") + ")"
                        + integer(depth - 1) + " " + op + " " + dice.below(20) + ")");
    }

    /** Never zero, never -1: the least value divided by -1 traps. */
    String divisor(int depth) {
        String positive = "((" + integer(depth) + " & 63) + " + (2 + dice.below(5)) + ")";
        return dice.chance(30) ? "(-" + positive + ")" : positive;
    }

    private String division(int depth) {
        return "(" + integer(depth - 1) + dice.one(" / ", " % ") + divisor(depth - 1) + ")";
    }

    String index(int bound, int depth) {
        return dice.chance(60) ? "(" + integer(depth) + ") & " + (bound - 1) : String.valueOf(dice.below(bound));
    }

    private String element(int depth) {
        return dice.write(
                () -> names.array() + "[" + index(8, depth - 1) + "]",
                () -> names.matrix() + "[" + index(2, 0) + "][" + index(4, depth - 1) + "]",
                () -> "(*(" + names.pointer() + " + (" + index(4, depth - 1) + ")))",
                () -> names.pointer() + "[" + index(4, depth - 1) + "]",
                () -> names.record() + ".inner.values[" + index(4, depth - 1) + "]",
                () -> names.records() + "[" + index(2, 0) + "].inner.tag",
                () -> names.recordPointer() + "->" + dice.one("small", "wide", "flag", "inner.tag"),
                () -> names.union() + ".bytes[" + index(8, depth - 1) + "]",
                () -> names.union() + "." + dice.one("whole", "halves[0]", "halves[1]", "low"));
    }

    private String rare(int depth) {
        return dice.write(
                () -> call(depth),
                () -> call(depth),
                () -> "(" + integer(depth - 1) + ", " + integer(depth - 1) + ")",
                () -> "(" + integer(depth - 1) + " ?: " + integer(depth - 1) + ")",
                () -> "sizeof(+(" + integer(depth - 1) + "))",
                () -> "sizeof(" + dice.one(type(), "struct " + names.recordTag(), "union " + names.unionTag(), "void *")
                        + ")",
                () -> "_Alignof(" + dice.one(type(), "struct " + names.recordTag()) + ")",
                () -> "offsetof(struct " + names.recordTag() + ", "
                        + dice.one("inner", "small", "wide", "inner.values[2]") + ")",
                () -> "((" + type() + "[]){" + integer(0) + ", " + integer(0) + ", " + integer(depth - 1) + "}["
                        + dice.below(3) + "])",
                () -> "((struct " + names.recordTag() + "){.small = " + integer(0) + ", .inner = {.tag = " + integer(0)
                        + "}, .wide = " + integer(depth - 1) + "})." + dice.one("small", "wide", "flag", "inner.tag"),
                () -> "((enum " + names.enumTag() + ")" + integer(0) + ")",
                () -> {
                    String temporary = "t" + temporaries++;
                    return "({ " + type() + " " + temporary + " = " + integer(depth - 1) + "; " + temporary + " "
                            + dice.one("+", "*", "^") + " " + temporary + "; })";
                },
                () -> "(&" + names.array() + "[" + index(8, 0) + "] - &" + names.array() + "[" + dice.below(8) + "])",
                () -> floats.isEmpty() ? atom() : names.function("to_int") + "(" + floating(depth - 1) + ")");
    }

    private String call(int depth) {
        if (functions == 0) return atom();
        if (functions >= 2 && dice.chance(25))
            return names.functionTable() + "[" + index(2, 0) + "](" + integer(depth - 1) + ", " + integer(0) + ")";
        return names.function(dice.below(functions)) + "(" + integer(depth - 1) + ", " + integer(0) + ")";
    }

    String floating(int depth) {
        if (depth <= 0)
            return dice.chance(40) || floats.isEmpty()
                    ? dice.one(
                            "0.5", "1.0f", "3.25", "0.1", "0.1f", "1e10", "(-2.75f)", "1e-5", "16777217.0", "0x1.8p3")
                    : dice.one(floats);
        return dice.write(
                () -> "(" + floating(depth - 1) + " " + dice.one("+", "-", "*", "/") + " " + floating(depth - 1) + ")",
                () -> "(" + floating(depth - 1) + " " + dice.one("+", "-", "*") + " " + integer(depth - 1) + ")",
                () -> "((" + dice.one("float", "double") + ")" + floating(depth - 1) + ")",
                () -> "((" + dice.one("float", "double") + ")" + integer(depth - 1) + ")",
                () -> "(-" + floating(depth - 1) + ")",
                () -> "(" + integer(0) + " ? " + floating(depth - 1) + " : " + floating(0) + ")");
    }
}
