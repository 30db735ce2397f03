package dev.moirai.symbolic;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.logic.VariantTerms;
import dev.moirai.logic.VariantTerms.VariantSort;
import dev.moirai.source.SourceSpan;
import dev.moirai.value.MapValue;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import dev.moirai.value.VariantValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Mathematical types as sorts of terms, and their expressions as terms. Of a named type only equality is known and it has
 * infinitely many values, so the integers serve as its values.
 */
public final class Sorts {
    private final TermPool pool;

    public Sorts(TermPool pool) {
        this.pool = pool;
    }

    /** The sort of terms that hold a value of the type; 0 for truth values. */
    public int of(Type type, SourceSpan span) {
        return switch (type) {
            case Type.Integer _, Type.Named _ -> MathTerms.INTEGER;
            case Type.Real _ -> MathTerms.REAL;
            case Type.Map(var key, var value) -> pool.math().arraySort(of(key, span), of(value, span));
            case Type.Variant variant -> pool.math().variants().sort(variant.name(), () -> variant(variant, span));
            case Type.Int(var width, var _) -> width == 1 ? 0 : width;
            case Type.Pointer _, Type.Float _, Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                throw new Unencodable("a map of values of type " + type, span);
        };
    }

    private VariantSort variant(Type.Variant type, SourceSpan span) {
        var cases = new ArrayList<VariantTerms.Case>();
        for (Type.Variant.Case one : type.cases()) {
            var parts = one.parts().stream().map(part -> of(part, span)).toList();
            cases.add(new VariantTerms.Case(one.name(), parts));
        }
        int zero = type.zeroCase().orElseThrow(() -> new IllegalArgumentException("no value of type " + type));
        return new VariantSort(type.name(), cases, zero);
    }

    /** The value of this name, or of these bits, as a term. */
    public int constant(Type type, long name, SourceSpan span) {
        MathTerms math = pool.math();
        return switch (type) {
            case Type.Integer _, Type.Named _ -> math.constant(MathTerms.INTEGER, name);
            case Type.Real _ -> math.constant(MathTerms.REAL, name);
            case Type.Map(var key, var value) -> {
                MapValue map = ValueNames.map(name);
                int term = math.everywhere(of(type, span), constant(value, map.otherwise(), span));
                for (long at : map.keys()) {
                    term = math.store(term, constant(key, at, span), constant(value, map.get(at), span));
                }
                yield term;
            }
            case Type.Variant variant -> {
                int sort = of(type, span);
                if (name == 0) yield math.zero(sort);
                VariantValue made = ValueNames.variant(name).orElseThrow();
                List<Type> types = variant.cases().get(made.which()).parts();
                int[] parts = new int[made.parts().length];
                for (int i = 0; i < parts.length; i++) parts[i] = constant(types.get(i), made.parts()[i], span);
                yield math.variants().make(sort, made.which(), parts);
            }
            case Type.Int(var width, var _) ->
                width == 1 ? (name != 0 ? TermPool.TRUE : TermPool.FALSE) : pool.bv(name, width);
            case Type.Pointer _, Type.Float _, Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                throw new Unencodable("a map of values of type " + type, span);
        };
    }

    /** Something of the type. */
    public int variable(String name, Type type, SourceSpan span) {
        int sort = of(type, span);
        if (sort == 0) return pool.boolVar(name);
        return type instanceof Type.Int ? pool.bvVar(name, sort) : pool.math().variable(name, sort);
    }

    /** @param operand the term of an expression inside */
    public int term(Expr.Mathematical expr, ToIntFunction<Expr> operand, SourceSpan span) {
        MathTerms math = pool.math();
        return switch (expr) {
            case Expr.Number(var value) -> math.integer(value);
            case Expr.Ratio(var numerator, var denominator) ->
                math.constant(MathTerms.REAL, ValueNames.of(new Rational(numerator, denominator)));
            case Expr.Element(var _, var number) -> math.integer(number);
            case Expr.Calculate(var op, var operands) -> calculation(op, operands, operand);
            case Expr.Bits(var type, var integer) -> {
                int bits = math.bits(operand.applyAsInt(integer), type.width());
                yield type.width() == 1 ? pool.isNonZero(bits) : bits;
            }
            case Expr.Lookup(var map, var key) -> math.select(operand.applyAsInt(map), operand.applyAsInt(key));
            case Expr.Update(var map, var key, var value) ->
                math.store(operand.applyAsInt(map), operand.applyAsInt(key), operand.applyAsInt(value));
            case Expr.Everywhere(var type, var value) -> math.everywhere(of(type, span), operand.applyAsInt(value));
            case Expr.Make(var type, var which, var parts) ->
                math.variants()
                        .make(
                                of(type, span),
                                which,
                                parts.stream().mapToInt(operand).toArray());
            case Expr.IsCase(var value, var which) -> math.variants().isCase(operand.applyAsInt(value), which);
            case Expr.Part(var value, var which, var part) ->
                math.variants().part(operand.applyAsInt(value), which, part);
            case Expr.Bound(var name, var type) -> math.variable("bound " + name, of(type, span));
            case Expr.ForAll(var variable, var body) ->
                math.forAll(operand.applyAsInt(variable), operand.applyAsInt(body));
            case Expr.Cell _ -> throw new IllegalArgumentException("not lowered: " + expr);
        };
    }

    private int calculation(Expr.MathOp op, List<Expr> operands, ToIntFunction<Expr> operand) {
        MathTerms math = pool.math();
        int a = operand.applyAsInt(operands.getFirst());
        int b = operand.applyAsInt(operands.getLast());
        return switch (op) {
            case NEGATE -> math.negate(a);
            case ADD -> math.add(a, b);
            case SUBTRACT -> math.subtract(a, b);
            case MULTIPLY -> math.multiply(a, b);
            case QUOTIENT -> math.quotient(a, b);
            case REMAINDER -> math.remainder(a, b);
            case DIVIDE -> math.divide(a, b);
            case FLOOR -> math.floor(a);
            case REAL_OF -> math.toReal(a);
            case UNSIGNED -> math.fromBits(vector(a));
            case SIGNED -> math.fromSignedBits(vector(a));
            case EQUAL -> pool.eq(a, b);
            case LESS -> math.less(a, b);
            case LESS_OR_EQUAL -> -math.less(b, a);
        };
    }

    private int vector(int term) {
        return pool.isBool(term) ? pool.fromBool(term, 1) : term;
    }
}
