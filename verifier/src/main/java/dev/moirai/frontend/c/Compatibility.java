package dev.moirai.frontend.c;

import java.util.List;

/** Whether two declarations may mean one thing (C11 6.2.7). */
final class Compatibility {
    private Compatibility() {}

    static boolean compatible(CType a, CType b) {
        if (a.equals(b)) return true;
        if (qualifiers(a) != qualifiers(b)) return false;
        return switch (a.bare()) {
            case CType.Pointer(var target) -> b.bare() instanceof CType.Pointer(var other) && compatible(target, other);
            case CType.Array(var element, var length) ->
                b.isArray() && compatible(element, elementOf(b)) && sameLength(length, b);
            case CType.VariableArray(var element, var _) -> b.isArray() && compatible(element, elementOf(b));
            case CType.Function function -> b.bare() instanceof CType.Function other && functions(function, other);
            case CType.Atomic(var of) -> b.bare() instanceof CType.Atomic(var other) && compatible(of, other);
            case CType.Void _,
                    CType.Int _,
                    CType.Floating _,
                    CType.Aggregate _,
                    CType.Synchronising _,
                    CType.Refused _,
                    CType.Qualified _ -> a.bare().equals(b.bare());
        };
    }

    private static boolean sameLength(long length, CType array) {
        return length == CType.Array.UNKNOWN
                || !(array instanceof CType.Array(var _, var other))
                || other == CType.Array.UNKNOWN
                || other == length;
    }

    private static CType elementOf(CType array) {
        return switch (array) {
            case CType.Array(var element, var _) -> element;
            case CType.VariableArray(var element, var _) -> element;
            default -> throw new IllegalArgumentException(array.toString());
        };
    }

    /** Alignment does not count. */
    private static int qualifiers(CType type) {
        return type instanceof CType.Qualified(var _, var constant, var unstable, var _)
                ? (constant ? 1 : 0) + (unstable ? 2 : 0)
                : 0;
    }

    private static boolean functions(CType.Function a, CType.Function b) {
        if (!compatible(a.result(), b.result())) return false;
        if (!a.prototyped() || !b.prototyped()) {
            CType.Function told = a.prototyped() ? a : b;
            return !told.prototyped()
                    || !told.variadic() && told.parameters().stream().allMatch(Compatibility::staysAsItIs);
        }
        List<CType> ours = a.parameters();
        List<CType> theirs = b.parameters();
        if (ours.size() != theirs.size() || a.variadic() != b.variadic()) return false;
        for (int i = 0; i < ours.size(); i++) if (!compatible(ours.get(i), theirs.get(i))) return false;
        return true;
    }

    /** Whether an argument of the type is passed as it is where no parameter is declared. */
    private static boolean staysAsItIs(CType type) {
        return !(type.plain() instanceof CType.Int i && i.order() < CType.INT.order())
                && !type.plain().equals(CType.FLOAT);
    }
}
