package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;

/**
 * Equality of values. The IR's map from an enumeration or from wide bit-vectors has more cells than there are keys of the
 * program's type: nobody can read those, so they must not count when maps are compared. And where cells hold an enumeration or wide
 * bit-vectors, a free map may hold what is no value of the program's type: that counts as zero, as it does for quantifiers.
 */
final class MapEquality {
    /** Of keys with so many bits, all cells are compared one by one. */
    private static final int FEW_BITS = 8;

    private final ExprLowering exprs;
    private final LoweredTypes types;
    private final SourceSpan span;

    MapEquality(ExprLowering exprs, SourceSpan span) {
        this.exprs = exprs;
        this.types = exprs.program().types();
        this.span = span;
    }

    Expr equal(BoogieType type, Expr left, Expr right) {
        if (!types.hasCellsWithoutKey(type) && !types.hasCellsToCheck(type)) return BoogieOperators.equal(left, right);
        if (!(type instanceof BoogieType.MapOf(var keys, var value))
                || types.hasCellsWithoutKey(keys.getFirst())
                || types.hasCellsToCheck(keys.getFirst())) {
            throw BoogieError.unsupported(
                    span,
                    "comparing values of type " + type
                            + ", which contain maps from or to enumerations or wide bit-vectors");
        }
        BoogieType key = keys.getFirst();
        BoogieType cell = keys.size() == 1 ? value : new BoogieType.MapOf(keys.subList(1, keys.size()), value);
        Expr one = exprs.writer().simple(left, span);
        Expr other = exprs.writer().simple(right, span);
        Type lowered = types.of(key, span);
        if (types.isEnumeration(key)) {
            return ofEach(types.datatype(key).constructors().size(), lowered, cell, one, other);
        }
        if (lowered instanceof Type.Int(var width, var _) && width <= FEW_BITS) {
            return ofEach(1 << width, lowered, cell, one, other);
        }
        if (!(lowered instanceof Type.Integer || lowered instanceof Type.Named)) {
            throw BoogieError.unsupported(span, "comparing maps of type " + type);
        }
        var place = new Expr.Bound(exprs.program().boundName("key"), lowered);
        Expr same = equal(cell, lookup(cell, one, place), lookup(cell, other, place));
        Expr isKey = new Records(exprs, span).isProper(key, place);
        return new Expr.ForAll(place, BoogieOperators.or(Expr.not(isKey), same));
    }

    private Expr ofEach(int count, Type key, BoogieType cell, Expr one, Expr other) {
        Expr all = Expr.TRUE;
        for (int i = 0; i < count; i++) {
            Expr place = Expr.constant(key, i);
            all = BoogieOperators.and(all, equal(cell, lookup(cell, one, place), lookup(cell, other, place)));
        }
        return all;
    }

    private Expr lookup(BoogieType cell, Expr map, Expr key) {
        return exprs.proper(cell, new Expr.Lookup(map, key), span);
    }
}
