package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.WideFold;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Extended;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;

/** GNU's builtins that ask what kind of number a floating number of any width is, and how two compare. */
final class FloatingTests {
    private static final List<String> NAMES = List.of(
            "isnan",
            "isinf",
            "isinf_sign",
            "isfinite",
            "isnormal",
            "signbit",
            "signbitf",
            "signbitl",
            "fpclassify",
            "isgreater",
            "isgreaterequal",
            "isless",
            "islessequal",
            "islessgreater",
            "isunordered");
    private static final String PREFIX = "__builtin_";
    /** {@code __builtin_fpclassify} has first the numbers to return: for NaN, infinite, normal, subnormal, zero. */
    private static final int KINDS = 5;

    private final Translation in;

    FloatingTests(Translation in) {
        this.in = in;
    }

    static boolean contains(String builtin) {
        return builtin.startsWith(PREFIX) && NAMES.contains(builtin.substring(PREFIX.length()));
    }

    Optional<Operand> call(String builtin, IASTInitializerClause[] arguments, SourceSpan span) {
        if (!contains(builtin)) return Optional.empty();
        String name = builtin.substring(PREFIX.length());
        if (name.equals("fpclassify")) return Optional.of(classified(arguments, span));
        boolean ofOne = name.startsWith("signbit")
                || List.of("isnan", "isinf", "isinf_sign", "isfinite", "isnormal")
                        .contains(name);
        if (arguments.length != (ofOne ? 1 : 2)) throw new CError(span, "wrong number of arguments for " + builtin);
        return Optional.of(ofOne ? one(name, arguments[0], span) : two(name, arguments, span));
    }

    private Operand.Value one(String name, IASTInitializerClause argument, SourceSpan span) {
        Operand.Value x = number(argument, span);
        return switch (name) {
            case "isnan" -> in.conversions.truth(isNan(x, span));
            case "isinf" -> in.conversions.truth(isInfinite(x, span));
            case "isinf_sign" -> {
                Expr below = compare(IASTBinaryExpression.op_equals, x, infinity(x.type(), true), span);
                Expr above = compare(IASTBinaryExpression.op_equals, x, infinity(x.type(), false), span);
                yield integer(in.fold.select(above, word(1), in.fold.select(below, word(-1), word(0))));
            }
            case "isfinite" -> in.conversions.truth(isFinite(x, span));
            case "isnormal" -> in.conversions.truth(in.fold.select(isFinite(x, span), isLarge(x, span), Expr.FALSE));
            default -> sign(x, span);
        };
    }

    private Operand.Value two(String name, IASTInitializerClause[] arguments, SourceSpan span) {
        Operand.Value x = settled(arguments[0], span);
        Operand.Value y = settled(arguments[1], span);
        return in.conversions.truth(
                switch (name) {
                    case "isgreater" -> compare(IASTBinaryExpression.op_greaterThan, x, y, span);
                    case "isgreaterequal" -> compare(IASTBinaryExpression.op_greaterEqual, x, y, span);
                    case "isless" -> compare(IASTBinaryExpression.op_lessThan, x, y, span);
                    case "islessequal" -> compare(IASTBinaryExpression.op_lessEqual, x, y, span);
                    case "islessgreater" ->
                        in.fold.select(
                                compare(IASTBinaryExpression.op_lessThan, x, y, span),
                                Expr.TRUE,
                                compare(IASTBinaryExpression.op_greaterThan, x, y, span));
                    default -> in.fold.select(isNan(x, span), Expr.TRUE, isNan(y, span));
                });
    }

    private Operand.Value classified(IASTInitializerClause[] arguments, SourceSpan span) {
        if (arguments.length != KINDS + 1) throw new CError(span, "wrong number of arguments for __builtin_fpclassify");
        Expr[] kinds = new Expr[KINDS];
        for (int i = 0; i < KINDS; i++) {
            kinds[i] = in.conversions.expr(
                    CType.INT, in.expressions.value(arguments[i]).expr());
        }
        Operand.Value x = number(arguments[KINDS], span);
        Expr zero = Expr.not(in.fold.truth(x.expr()));
        Expr small = in.fold.select(zero, kinds[4], kinds[3]);
        Expr finite = in.fold.select(isLarge(x, span), kinds[2], small);
        Expr number = in.fold.select(isInfinite(x, span), kinds[1], finite);
        return integer(in.fold.select(isNan(x, span), kinds[0], number));
    }

    /** The value, computed once. */
    private Operand.Value settled(IASTInitializerClause argument, SourceSpan span) {
        Operand.Value value = in.expressions.value(argument);
        if (!value.type().isArithmetic())
            throw new CError(span, "a number is needed, not a value of type " + value.type());
        return new Operand.Value(value.type(), in.writer.settle(value.expr(), span));
    }

    private Operand.Value number(IASTInitializerClause argument, SourceSpan span) {
        Operand.Value value = settled(argument, span);
        if (!(value.type().plain() instanceof CType.Floating))
            throw new CError(span, "no floating number: " + value.type());
        return value;
    }

    private static Expr word(int value) {
        return Expr.constant(Type.I32, value);
    }

    private static Operand.Value integer(Expr value) {
        return new Operand.Value(CType.INT, value);
    }

    private Expr compare(int operator, Operand.Value x, Operand.Value y, SourceSpan span) {
        return in.fold.truth(in.operators.apply(operator, x, y, span).expr());
    }

    private Expr isNan(Operand.Value x, SourceSpan span) {
        return compare(IASTBinaryExpression.op_notequals, x, x, span);
    }

    private Expr isInfinite(Operand.Value x, SourceSpan span) {
        return in.fold.select(
                compare(IASTBinaryExpression.op_equals, x, infinity(x.type(), false), span),
                Expr.TRUE,
                compare(IASTBinaryExpression.op_equals, x, infinity(x.type(), true), span));
    }

    private Expr isFinite(Operand.Value x, SourceSpan span) {
        return in.fold.select(
                compare(IASTBinaryExpression.op_lessThan, x, infinity(x.type(), false), span),
                compare(IASTBinaryExpression.op_greaterThan, x, infinity(x.type(), true), span),
                Expr.FALSE);
    }

    /** Whether it is at least as large as the least normal number, or as small as the negative one. */
    private Expr isLarge(Operand.Value x, SourceSpan span) {
        return in.fold.select(
                compare(IASTBinaryExpression.op_greaterEqual, x, leastNormal(x.type()), span),
                Expr.TRUE,
                compare(IASTBinaryExpression.op_lessEqual, x, negated(leastNormal(x.type())), span));
    }

    private Operand.Value sign(Operand.Value x, SourceSpan span) {
        // A NaN has a sign too, which only its bits tell.
        Definition.Procedure asked = in.linker.bundledFunction("__moirai_signbit");
        in.linker.noteCall(asked);
        var result = in.writer.temporary(Type.I32);
        in.writer.emit(new Instr.Call(
                Optional.of(result),
                new Expr.FunctionAddress(asked.name()),
                List.of(in.conversions.expr(CType.DOUBLE, x.expr())),
                span));
        return integer(result);
    }

    private Operand.Value infinity(CType type, boolean negative) {
        double value = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return in.conversions.to(type, new Operand.Value(CType.DOUBLE, constant(value)));
    }

    private Operand.Value leastNormal(CType type) {
        if (type.plain().equals(CType.LONG_DOUBLE)) {
            return new Operand.Value(CType.LONG_DOUBLE, WideFold.constant(Extended.parse("0x1p-16382")));
        }
        double least = type.plain().equals(CType.FLOAT) ? Float.MIN_NORMAL : Double.MIN_NORMAL;
        return in.conversions.to(type, new Operand.Value(CType.DOUBLE, constant(least)));
    }

    private Operand.Value negated(Operand.Value value) {
        return new Operand.Value(value.type(), in.fold.unary(Expr.UnaryOp.NEGATE, value.expr()));
    }

    private static Expr constant(double value) {
        var type = new Type.Float(64);
        return new Expr.Constant(type, Arithmetic.fromDouble(type, value));
    }
}
