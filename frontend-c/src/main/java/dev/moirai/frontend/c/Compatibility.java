package dev.moirai.frontend.c;

import java.util.List;

/** Whether two types are compatible, so that two declarations may declare the same thing (C11 6.2.7). */
final class Compatibility {
    /** When two structs or unions count as the same. */
    interface Records {
        boolean same(RecordType a, RecordType b);
    }

    private final Records records;

    private Compatibility(Records records) {
        this.records = records;
    }

    static boolean compatible(CType a, CType b) {
        return compatible(a, b, (one, other) -> one.speaker() == other.speaker());
    }

    static boolean compatible(CType a, CType b, Records records) {
        return new Compatibility(records).check(a, b);
    }

    /**
     * Whether one thing may be declared with both types in a file. Preprocessed files may define a struct more than once;
     * equal tags suffice then.
     */
    static boolean declarable(CType a, CType b) {
        return compatible(a, b, (one, other) -> one.sourceTag().equals(other.sourceTag()));
    }

    /**
     * Whether one thing may be declared with these types in two files. A variable may be signed in one and unsigned in the
     * other: each of the two types may be used for the other's value (C11 6.5 paragraph 7).
     */
    static boolean linkable(CType a, CType b) {
        if (a.plain() instanceof CType.Int one
                && b.plain() instanceof CType.Int other
                && one.unsigned().equals(other.unsigned())) {
            return true;
        }
        return compatible(
                a,
                b,
                (one, other) -> one.speaker() == other.speaker()
                        || (!one.isComplete() || !other.isComplete())
                                && one.sourceTag().equals(other.sourceTag()));
    }

    private boolean check(CType a, CType b) {
        if (a.equals(b)) return true;
        if (qualifiers(a) != qualifiers(b)) return false;
        return switch (a.bare()) {
            case CType.Pointer(var target) -> b.bare() instanceof CType.Pointer(var other) && check(target, other);
            case CType.Array(var element, var length) ->
                b.isArray() && check(element, elementOf(b)) && sameLength(length, b);
            case CType.VariableArray(var element, var _) -> b.isArray() && check(element, elementOf(b));
            case CType.Function function -> b.bare() instanceof CType.Function other && functions(function, other);
            case CType.Atomic(var of) -> b.bare() instanceof CType.Atomic(var other) && check(of, other);
            case CType.Aggregate(var record) ->
                b.bare() instanceof CType.Aggregate(var other) && records.same(record, other);
            case CType.Void _,
                    CType.Int _,
                    CType.Floating _,
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

    /** The qualifiers that must agree; alignment is not one of them. */
    private static int qualifiers(CType type) {
        return type instanceof CType.Qualified(var _, var constant, var unstable, var _)
                ? (constant ? 1 : 0) + (unstable ? 2 : 0)
                : 0;
    }

    private boolean functions(CType.Function a, CType.Function b) {
        if (!check(a.result(), b.result())) return false;
        if (!a.prototyped() || !b.prototyped()) {
            CType.Function told = a.prototyped() ? a : b;
            boolean asPassed = told.parameters().stream().allMatch(Compatibility::staysAsItIs);
            return !told.prototyped() || !told.variadic() && asPassed;
        }
        List<CType> ours = a.parameters();
        List<CType> theirs = b.parameters();
        if (ours.size() != theirs.size() || a.variadic() != b.variadic()) return false;
        for (int i = 0; i < ours.size(); i++) if (!check(ours.get(i), theirs.get(i))) return false;
        return true;
    }

    /** Whether the default argument promotions leave the type as it is. */
    private static boolean staysAsItIs(CType type) {
        return !(type.plain() instanceof CType.Int i && i.order() < CType.INT.order())
                && !type.plain().equals(CType.FLOAT);
    }
}
