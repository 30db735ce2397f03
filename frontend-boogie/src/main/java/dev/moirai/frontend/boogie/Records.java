package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;

/** Values of datatypes, as {@link LoweredTypes} lays them out. */
final class Records {
    private final LoweredTypes types;

    Records(LoweredTypes types) {
        this.types = types;
    }

    Expr make(BoogieType type, int constructor, List<Expr> arguments, SourceSpan span) {
        if (types.isEnumeration(type)) return Expr.constant(types.of(type, span), constructor);
        Expr result = new Expr.Everywhere(LoweredTypes.RECORD, new Expr.Number(0));
        if (constructor != 0) result = set(result, 0, new Expr.Number(constructor));
        int cell = 1;
        List<BoogieSymbol.Bound> fields = fields(type, constructor);
        for (int i = 0; i < fields.size(); i++) {
            BoogieType field = fields.get(i).type();
            result = put(result, cell, field, arguments.get(i), span);
            cell += types.cells(field, span);
        }
        return result;
    }

    private List<BoogieSymbol.Bound> fields(BoogieType type, int constructor) {
        return types.datatype(type).constructors().get(constructor).fields();
    }

    /** Whether the value was made by the constructor. */
    Expr isMade(BoogieType type, Expr value, int constructor, SourceSpan span) {
        if (types.isEnumeration(type)) {
            return new Expr.Compare(Expr.CompareOp.EQUAL, value, Expr.constant(types.of(type, span), constructor));
        }
        return new Expr.Calculate(Expr.MathOp.EQUAL, cell(value, 0), new Expr.Number(constructor));
    }

    Expr field(BoogieType type, Expr value, int constructor, int field, SourceSpan span) {
        return get(
                value,
                offset(type, constructor, field, span),
                fields(type, constructor).get(field).type(),
                span);
    }

    Expr withField(BoogieType type, Expr value, int constructor, int field, Expr newValue, SourceSpan span) {
        BoogieType fieldType = fields(type, constructor).get(field).type();
        return put(value, offset(type, constructor, field, span), fieldType, newValue, span);
    }

    private int offset(BoogieType type, int constructor, int field, SourceSpan span) {
        int cell = 1;
        for (int i = 0; i < field; i++) {
            cell += types.cells(fields(type, constructor).get(i).type(), span);
        }
        return cell;
    }

    /** Whether the value is one that {@link #make} makes: free values are not, until that is assumed. */
    Expr isProper(BoogieType type, Expr value, SourceSpan span) {
        Datatype datatype = types.datatype(type);
        Expr any = Expr.FALSE;
        for (int c = 0; c < datatype.constructors().size(); c++) {
            Expr proper = isMade(type, value, c, span);
            if (!types.isEnumeration(type)) {
                int constructor = c;
                List<BoogieSymbol.Bound> fields = fields(type, c);
                var values = new java.util.ArrayList<Expr>();
                for (int f = 0; f < fields.size(); f++) {
                    Expr field = field(type, value, constructor, f, span);
                    values.add(field);
                    if (types.isDatatype(fields.get(f).type())) {
                        proper = and(proper, isProper(fields.get(f).type(), field, span));
                    }
                }
                proper = and(proper, new Expr.Calculate(Expr.MathOp.EQUAL, value, make(type, c, values, span)));
            }
            any = any.equals(Expr.FALSE) ? proper : new Expr.Binary(Expr.BinaryOp.OR, any, proper);
        }
        return any;
    }

    private static Expr and(Expr left, Expr right) {
        return new Expr.Binary(Expr.BinaryOp.AND, left, right);
    }

    private static Expr cell(Expr value, int at) {
        return new Expr.Lookup(value, new Expr.Number(at));
    }

    private static Expr set(Expr value, int at, Expr integer) {
        return new Expr.Update(value, new Expr.Number(at), integer);
    }

    private Expr put(Expr record, int at, BoogieType type, Expr value, SourceSpan span) {
        if (types.isDatatype(type) && !types.isEnumeration(type)) {
            Expr result = record;
            for (int i = 0; i < types.cells(type, span); i++) result = set(result, at + i, cell(value, i));
            return result;
        }
        boolean whole = type.equals(BoogieType.INT);
        return set(record, at, whole ? value : new Expr.Calculate(Expr.MathOp.UNSIGNED, value));
    }

    private Expr get(Expr record, int at, BoogieType type, SourceSpan span) {
        if (types.isDatatype(type) && !types.isEnumeration(type)) {
            Expr result = new Expr.Everywhere(LoweredTypes.RECORD, new Expr.Number(0));
            for (int i = 0; i < types.cells(type, span); i++) result = set(result, i, cell(record, at + i));
            return result;
        }
        if (type.equals(BoogieType.INT)) return cell(record, at);
        return new Expr.Bits((Type.Int) types.of(type, span), cell(record, at));
    }
}
