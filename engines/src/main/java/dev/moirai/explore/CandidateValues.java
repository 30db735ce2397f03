package dev.moirai.explore;

import dev.moirai.interpret.Choice;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Reason;
import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values tried where the program leaves one open: all of them for small types; otherwise the corners of the type
 * and the constants that the program compares with, and the search notes that it has not seen all.
 */
final class CandidateValues {
    private static final int MOST_CONSTANTS = 40;

    private final Program program;
    private final long enumerated;
    private final Map<Type, long[]> known = new HashMap<>();
    private Optional<Set<Long>> constants = Optional.empty();
    private Optional<Choice> incomplete = Optional.empty();

    CandidateValues(Program program, long enumerated) {
        this.program = program;
        this.enumerated = enumerated;
    }

    /** A question of which only some answers were tried. */
    Optional<Choice> incomplete() {
        return incomplete;
    }

    /** Why nothing follows from a search that has found nothing, if only some answers were tried. */
    Optional<Reason> gap() {
        return incomplete.map(choice -> new Reason(
                Reason.Kind.VALUES,
                "nondeterministic domain too large to enumerate at " + choice.span() + " (" + choice.subject() + ")"));
    }

    int count(Choice choice) {
        return switch (choice) {
            case Choice.OneOf one -> one.count();
            case Choice.AnyValue(var type, var _, var _) -> {
                if (!isSmall(type) && incomplete.isEmpty()) incomplete = Optional.of(choice);
                yield values(type).length;
            }
        };
    }

    long value(Choice choice, int number) {
        return switch (choice) {
            case Choice.OneOf _ -> number;
            case Choice.AnyValue(var type, var _, var _) -> values(type)[number];
        };
    }

    /** How many ways there are to choose all values that the program's text leaves open, once each; at most {@code most}. */
    static long ways(Program program, long enumerated, long most) {
        long ways = 1;
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) {
                if (!(instr instanceof Instr.Nondet nondet)) continue;
                if (!(nondet.into().type() instanceof Type.Int type) || !isSmall(type, enumerated)) return most;
                ways <<= type.width();
                if (ways >= most) return most;
            }
        }
        return ways;
    }

    private boolean isSmall(Type type) {
        return isSmall(type, enumerated);
    }

    private static boolean isSmall(Type type, long enumerated) {
        return type instanceof Type.Int(var width, var _) && width < 32 && 1L << width <= enumerated;
    }

    private long[] values(Type type) {
        long[] listed = known.get(type);
        if (listed == null) {
            listed = listed(type);
            known.put(type, listed);
        }
        return listed;
    }

    private long[] listed(Type type) {
        Set<Long> values = new LinkedHashSet<>();
        switch (type) {
            case Type.Int(var width, var _)
            when isSmall(type) -> {
                for (long bits = 0; bits < 1L << width; bits++) values.add(Arithmetic.normalize(type, bits));
            }
            case Type.Int(var width, var signed) -> {
                for (long value : new long[] {0, 1, -1}) values.add(Arithmetic.normalize(type, value));
                values.add(Arithmetic.normalize(type, signed ? 1L << (width - 1) : -1));
                if (signed) values.add((1L << (width - 1)) - 1);
                for (long constant : constants()) values.add(Arithmetic.normalize(type, constant));
            }
            case Type.Float f -> {
                for (double value : new double[] {0, 1, -1}) values.add(Arithmetic.fromDouble(f, value));
            }
            case Type.Integer _, Type.Named _ -> {
                values.addAll(List.of(0L, 1L, -1L));
                values.addAll(constants());
            }
            case Type.Real _ -> {
                for (long value : new long[] {0, 1, -1}) values.add(Exact.realOf(value));
            }
            case Type.Map(var _, var value) -> {
                for (long everywhere : values(value)) values.add(Exact.everywhere(everywhere));
            }
            case Type.Variant variant -> variants(variant, values);
            // Only the program can make addresses; free ones point nowhere, and null stands for them.
            default -> values.add(0L);
        }
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    /** One value of every case: its parts are the zeros of their types. */
    private static void variants(Type.Variant type, Set<Long> into) {
        int zero = type.zeroCase().orElse(0);
        for (int which = 0; which < type.cases().size(); which++) {
            into.add(ValueNames.ofVariant(
                    zero, which, new long[type.at(which).parts().size()]));
        }
    }

    /** The constants that the program compares with, and their neighbours. */
    private Set<Long> constants() {
        if (constants.isEmpty()) {
            var found = new TreeSet<Long>();
            for (Function function : program.functions().values()) {
                for (Instr instr : function.body()) Operands.forEachRead(instr, expr -> collect(expr, found));
            }
            constants = Optional.of(found);
        }
        return constants.get();
    }

    private static void collect(Expr expr, Set<Long> found) {
        if (expr instanceof Expr.Compare(var _, var left, var right)) {
            compared(left, found);
            compared(right, found);
        }
        if (expr instanceof Expr.Calculate(var op, var operands) && isComparison(op)) {
            operands.forEach(operand -> compared(operand, found));
        }
        Operands.forEachChild(expr, child -> collect(child, found));
    }

    private static boolean isComparison(Expr.MathOp op) {
        return op == Expr.MathOp.EQUAL || op == Expr.MathOp.LESS || op == Expr.MathOp.LESS_OR_EQUAL;
    }

    private static void compared(Expr operand, Set<Long> found) {
        Expr inner = operand;
        while (inner instanceof Expr.Cast(var _, var cast)) inner = cast;
        if (found.size() >= MOST_CONSTANTS) return;
        switch (inner) {
            case Expr.Constant(var type, var bits) when type instanceof Type.Int -> found.addAll(near(bits));
            case Expr.Element(var _, var number) -> found.add(number);
            case Expr.Number(var value) when value.bitLength() < 32 -> found.addAll(near(value.longValue()));
            default -> {}
        }
    }

    private static List<Long> near(long value) {
        return List.of(value, value - 1, value + 1);
    }
}
