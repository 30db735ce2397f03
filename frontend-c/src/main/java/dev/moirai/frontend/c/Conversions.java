package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;

/** C's conversions (C11 6.3): promotions, the usual arithmetic conversions, and values brought to a type. */
final class Conversions {
    private final Translation in;

    Conversions(Translation in) {
        this.in = in;
    }

    /** The integer promotions. */
    CType promoted(CType type) {
        return type.plain() instanceof CType.Int i && i.order() < CType.INT.order() ? CType.INT : type.plain();
    }

    Operand.Value promote(Operand.Value value) {
        return to(promoted(value.type()), value);
    }

    /** The default argument promotions, for an argument without a declared parameter. */
    Operand.Value argument(Operand.Value value) {
        return value.type().plain().equals(CType.FLOAT) ? to(CType.DOUBLE, value) : promote(value);
    }

    /** The usual arithmetic conversions: the common type of two operands. */
    CType common(CType left, CType right, SourceSpan span) {
        CType a = left.plain();
        CType b = right.plain();
        refuse(a, span);
        refuse(b, span);
        if (a.equals(CType.LONG_DOUBLE) || b.equals(CType.LONG_DOUBLE)) return CType.LONG_DOUBLE;
        if (a.equals(CType.DOUBLE) || b.equals(CType.DOUBLE)) return CType.DOUBLE;
        if (a.equals(CType.FLOAT) || b.equals(CType.FLOAT)) return CType.FLOAT;
        if (!(promoted(a) instanceof CType.Int x) || !(promoted(b) instanceof CType.Int y)) {
            throw new CError(span, "operands of type " + left + " and " + right + " do not fit together");
        }
        if (x.signed() == y.signed()) return x.order() >= y.order() ? x : y;
        CType.Int signed = x.signed() ? x : y;
        CType.Int unsigned = x.signed() ? y : x;
        if (unsigned.order() >= signed.order()) return unsigned;
        return signed.bytes(in.layouts.model()) > unsigned.bytes(in.layouts.model()) ? signed : signed.unsigned();
    }

    void refuse(CType type, SourceSpan span) {
        if (type.plain() instanceof CType.Refused(var spelling, var _)) {
            throw CError.unsupported(span, "computing with " + spelling);
        }
    }

    Operand.Value to(CType type, Operand.Value value) {
        CType target = type.plain();
        return new Operand.Value(target, expr(target, value.expr()));
    }

    /** The scalar converted to the C type. */
    Expr expr(CType type, Expr value) {
        CType target = type.plain();
        if (target.equals(CType.BOOL)) return toBool(value);
        if (target instanceof CType.Void) return value;
        return in.fold.cast(in.ir(target), value);
    }

    private Expr toBool(Expr value) {
        return in.fold.cast(Type.U8, in.fold.truth(value));
    }

    /** The value converted as by assignment; an error, as a compiler gives it, where C allows no conversion. */
    Operand.Value assigned(CType type, Operand.Value value, SourceSpan span) {
        refuse(type, span);
        refuse(value.type(), span);
        if (!type.isScalar() || !value.type().isScalar()) {
            throw new CError(span, "a value of type " + value.type() + " cannot become " + type);
        }
        boolean floatingPointer = (type.isPointer() && value.type().plain() instanceof CType.Floating)
                || (value.type().isPointer() && type.plain() instanceof CType.Floating);
        if (floatingPointer) throw new CError(span, value.type() + " cannot become " + type);
        return to(type, value);
    }

    /** A truth value as an {@code int} of C. */
    Operand.Value truth(Expr condition) {
        return new Operand.Value(CType.INT, in.fold.cast(Type.I32, condition));
    }
}
