package dev.moirai.frontend.boogie;

import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Values of datatypes. A field of a value that was made by a constructor without that field is some function of the value, of which
 * nothing is known.
 */
final class Records {
    private final LoweredTypes types;
    private final ExprLowering exprs;
    private final SourceSpan span;

    Records(ExprLowering exprs, SourceSpan span) {
        this.types = exprs.program().types();
        this.exprs = exprs;
        this.span = span;
    }

    Expr make(BoogieType type, int constructor, List<Expr> arguments) {
        return switch (types.of(type, span)) {
            case Type.Variant variant -> new Expr.Make(variant, constructor, arguments);
            case Type enumeration -> Expr.constant(enumeration, constructor);
        };
    }

    /** Whether the value was made by the constructor. */
    Expr isMade(BoogieType type, Expr value, int constructor) {
        Type lowered = types.of(type, span);
        if (lowered instanceof Type.Variant variant) {
            return variant.cases().size() == 1 ? Expr.TRUE : new Expr.IsCase(value, constructor);
        }
        return new Expr.Compare(Expr.CompareOp.EQUAL, value, Expr.constant(lowered, constructor));
    }

    Expr field(BoogieType type, Expr operand, String field) {
        Expr value = exprs.writer().simple(operand, span);
        Datatype datatype = types.datatype(type);
        List<Integer> having = datatype.allWithField(field);
        int last = having.getLast();
        Expr result = selected(type, value, last, place(datatype, last, field), having);
        for (int constructor : having.subList(0, having.size() - 1).reversed()) {
            Expr part = new Expr.Part(value, constructor, place(datatype, constructor, field));
            result = new Expr.Select(isMade(type, value, constructor), part, result);
        }
        BoogieType fieldType = types.fieldType(type, field);
        if (BoundVariables.areIn(result)) return exprs.proper(fieldType, result, span);
        exprs.assumeProper(fieldType, result, span);
        return result;
    }

    /** The value with another field; one that had no such field becomes one of the last constructor that has it. */
    Expr withField(BoogieType type, Expr operand, String field, Expr newValue) {
        Expr value = exprs.writer().simple(operand, span);
        Expr written = exprs.writer().simple(newValue, span);
        Datatype datatype = types.datatype(type);
        List<Integer> having = datatype.allWithField(field);
        int last = having.getLast();
        Expr result = changed(type, last, field, written, part -> selected(type, value, last, part, having));
        for (int constructor : having.subList(0, having.size() - 1).reversed()) {
            Expr changed = changed(type, constructor, field, written, part -> new Expr.Part(value, constructor, part));
            result = new Expr.Select(isMade(type, value, constructor), changed, result);
        }
        return result;
    }

    private static int place(Datatype datatype, int constructor, String field) {
        return datatype.constructors().get(constructor).field(field).orElseThrow();
    }

    private Expr changed(BoogieType type, int constructor, String field, Expr written, IntFunction<Expr> otherPart) {
        Datatype datatype = types.datatype(type);
        var parts = new ArrayList<Expr>();
        for (int i = 0; i < datatype.constructors().get(constructor).fields().size(); i++) {
            boolean isChanged = i == place(datatype, constructor, field);
            parts.add(isChanged ? written : otherPart.apply(i));
        }
        return make(type, constructor, parts);
    }

    /** @param having the constructors of which this is the last: values of the others are taken care of */
    private Expr selected(BoogieType type, Expr value, int constructor, int field, List<Integer> having) {
        Expr part = new Expr.Part(value, constructor, field);
        Datatype datatype = types.datatype(type);
        Expr defined = Expr.FALSE;
        for (int other : having) defined = BoogieOperators.or(defined, isMade(type, value, other));
        if (having.size() == datatype.constructors().size()) defined = Expr.TRUE;
        var partial = new PartialOperators(exprs);
        String function = type + "." + datatype.constructors().get(constructor).name() + "." + field + " of others";
        return partial.value(defined, part, () -> partial.unknown(function, value, part.type(), span), span);
    }

    /** A value of the type that is one of the program's type, too. */
    static Expr zero(Type type) {
        return switch (type) {
            case Type.Integer _ -> new Expr.Number(0);
            case Type.Real _ -> new Expr.Ratio(BigInteger.ZERO, BigInteger.ONE);
            case Type.Named named -> new Expr.Element(named, 0);
            case Type.Map map -> new Expr.Everywhere(map, zero(map.value()));
            case Type.Variant variant -> {
                int zero = variant.zeroCase().orElseThrow();
                yield new Expr.Make(
                        variant,
                        zero,
                        variant.at(zero).parts().stream().map(Records::zero).toList());
            }
            case Type other -> Expr.constant(other, 0);
        };
    }

    /** Whether the value is one that there is: a free one need not be, until that is assumed. */
    Expr isProper(BoogieType type, Expr value) {
        return switch (type) {
            case BoogieType.Bv(var width) when width > LoweredTypes.WIDEST -> WideVectors.isProper(value, width);
            case BoogieType.Declared declared
            when types.isEnumeration(declared) -> {
                int last = types.datatype(type).constructors().size() - 1;
                yield new Expr.Compare(Expr.CompareOp.LESS_OR_EQUAL, value, Expr.constant(value.type(), last));
            }
            case BoogieType.Declared declared
            when types.isDatatype(declared) -> {
                Expr all = Expr.TRUE;
                List<Datatype.Constructor> constructors = types.datatype(type).constructors();
                for (int c = 0; c < constructors.size(); c++) {
                    for (int f = 0; f < constructors.get(c).fields().size(); f++) {
                        BoogieType part = types.fieldType(type, c, f);
                        // What a recursive type contains is looked at when it is taken out.
                        if (!types.needsCheck(part) || types.isRecursive(part)) continue;
                        Expr proper = isProper(part, new Expr.Part(value, c, f));
                        all = BoogieOperators.and(all, BoogieOperators.or(Expr.not(isMade(type, value, c)), proper));
                    }
                }
                yield all;
            }
            default -> Expr.TRUE;
        };
    }
}
