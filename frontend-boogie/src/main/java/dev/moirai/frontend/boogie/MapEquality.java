package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * Equality of values. The IR's map from an enumeration or from wide bit-vectors has more cells than there are keys of the
 * program's type: nobody can read those, so they must not count when maps are compared.
 */
final class MapEquality {
    private final ExprLowering exprs;
    private final LoweredTypes types;
    private final SourceSpan span;

    MapEquality(ExprLowering exprs, SourceSpan span) {
        this.exprs = exprs;
        this.types = exprs.program().types();
        this.span = span;
    }

    Expr equal(BoogieType type, Expr left, Expr right) {
        if (!types.hasCellsWithoutKey(type)) return BoogieOperators.equal(left, right);
        if (!(type instanceof BoogieType.MapOf(var keys, var value)) || types.hasCellsWithoutKey(keys.getFirst())) {
            throw BoogieError.unsupported(
                    span, "comparing values of type " + type + ", which contain maps with few keys");
        }
        BoogieType key = keys.getFirst();
        BoogieType cell = keys.size() == 1 ? value : new BoogieType.MapOf(keys.subList(1, keys.size()), value);
        Expr one = exprs.writer().simple(left, span);
        Expr other = exprs.writer().simple(right, span);
        if (types.isEnumeration(key)) return ofEach(key, cell, one, other);
        Type lowered = types.of(key, span);
        if (!(lowered instanceof Type.Integer || lowered instanceof Type.Named)) {
            throw BoogieError.unsupported(span, "comparing maps of type " + type);
        }
        var place = new Expr.Bound(exprs.program().boundName("key"), lowered);
        Expr same = equal(cell, lookup(cell, one, place), lookup(cell, other, place));
        Expr isKey = new Records(exprs, span).isProper(key, place);
        return new Expr.ForAll(place, BoogieOperators.or(Expr.not(isKey), same));
    }

    private Expr ofEach(BoogieType key, BoogieType cell, Expr one, Expr other) {
        Expr all = Expr.TRUE;
        List<Datatype.Constructor> constructors = types.datatype(key).constructors();
        for (int i = 0; i < constructors.size(); i++) {
            Expr place = Expr.constant(types.of(key, span), i);
            Expr same = equal(cell, new Expr.Lookup(one, place), new Expr.Lookup(other, place));
            all = BoogieOperators.and(all, same);
        }
        return all;
    }

    private Expr lookup(BoogieType cell, Expr map, Expr.Bound key) {
        return exprs.proper(cell, new Expr.Lookup(map, key), span);
    }
}
