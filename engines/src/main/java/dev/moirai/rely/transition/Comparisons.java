package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import java.util.Optional;

/** When two values are equal, or one is less than the other; which of two addresses is less is not known. */
final class Comparisons {
    private final Objects objects;

    Comparisons(Objects objects) {
        this.objects = objects;
    }

    Cond compare(Expr.CompareOp op, Value left, Value right) {
        if (left instanceof Value.Truth(var l) && right instanceof Value.Truth(var r)) {
            return equality(op, new Cond.Or(new Cond.And(l, r), new Cond.And(new Cond.Not(l), new Cond.Not(r))));
        }
        if (left instanceof Value.Perhaps perhaps) return compare(op, perhaps, right);
        if (right instanceof Value.Perhaps perhaps) return compare(op, perhaps, left);
        if (left instanceof Value.Beyond(var l, var i) && right instanceof Value.Beyond(var r, var j)) {
            return i == j ? equality(op, Cond.zero(l.minus(r))) : Cond.ANY;
        }
        Optional<String> one = object(left);
        Optional<String> other = object(right);
        if (one.isPresent() && other.isPresent()) {
            boolean apart = !one.equals(other);
            // A key stands for an object of each call, one after the other.
            if (!apart && objects.owner(one.get()).isPresent()) return Cond.ANY;
            return equality(op, apart ? Cond.FALSE : Cond.zero(bytes(left).minus(bytes(right))));
        }
        if (left instanceof Value.Number(var l) && right instanceof Value.Number(var r)) {
            return switch (op) {
                case EQUAL -> Cond.zero(l.minus(r));
                case NOT_EQUAL -> new Cond.Not(Cond.zero(l.minus(r)));
                case LESS -> Cond.less(l, r);
                case LESS_OR_EQUAL -> Cond.atLeastZero(r.minus(l));
                case GREATER -> Cond.less(r, l);
                case GREATER_OR_EQUAL -> Cond.atLeastZero(l.minus(r));
            };
        }
        // An object's address is never null.
        boolean isNull = isNull(left) || isNull(right);
        boolean isAddress = one.isPresent() || other.isPresent();
        if (isNull && isAddress && op == Expr.CompareOp.EQUAL) return Cond.FALSE;
        if (isNull && isAddress && op == Expr.CompareOp.NOT_EQUAL) return Cond.TRUE;
        return Cond.ANY;
    }

    private static Cond equality(Expr.CompareOp op, Cond same) {
        return switch (op) {
            case EQUAL -> same;
            case NOT_EQUAL -> new Cond.Not(same);
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> Cond.ANY;
        };
    }

    /** What leads nowhere is no object's address. */
    private Cond compare(Expr.CompareOp op, Value.Perhaps perhaps, Value other) {
        if (isNull(other)) return equality(op, isNull(perhaps));
        return other.equals(perhaps.address()) ? equality(op, perhaps.set()) : Cond.ANY;
    }

    /** That what is read from a place that holds one address, or none, is null. */
    static Cond isNull(Value.Perhaps perhaps) {
        Cond unset = new Cond.Not(perhaps.set());
        return perhaps.otherwise() == Value.Otherwise.NULL ? unset : new Cond.And(unset, Cond.ANY);
    }

    /** The object that an address lies in. */
    private static Optional<String> object(Value value) {
        return switch (value) {
            case Value.Address(var object, var _) -> Optional.of(object);
            case Value.Element(var object, var _, var _, var _) -> Optional.of(object);
            case Value.Number _, Value.Truth _, Value.Inside _, Value.Perhaps _, Value.Beyond _, Value.Opaque _ ->
                Optional.empty();
        };
    }

    private static Linear bytes(Value address) {
        return switch (address) {
            case Value.Address(var _, var offset) -> Linear.of(offset);
            case Value.Element element -> element.bytes();
            case Value.Number _, Value.Truth _, Value.Inside _, Value.Perhaps _, Value.Beyond _, Value.Opaque _ ->
                throw new IllegalArgumentException("no address: " + address);
        };
    }

    private static boolean isNull(Value value) {
        return value instanceof Value.Number(var n)
                && n.isConstant()
                && n.constant().signum() == 0;
    }
}
