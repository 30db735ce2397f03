package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.util.SplittableRandom;

/**
 * Chooses values at random, small ones more often: 0, 1, -1, a few other small ones, the least and greatest of the
 * type, then any.
 */
final class SeededValues implements Chooser {
    private static final int SMALL = 16;

    private final SplittableRandom random;

    SeededValues(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public long choose(Choice choice) {
        return switch (choice) {
            case Choice.OneOf one -> random.nextInt(one.count());
            case Choice.AnyValue any -> value(any.type());
        };
    }

    private long value(Type type) {
        return switch (type) {
            case Type.Int i -> Arithmetic.normalize(i, integer(i));
            case Type.Float f -> Arithmetic.fromDouble(f, floating());
            // Any other pointer would point to no object, and null is what programs test for.
            case Type.Pointer _, Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ -> 0;
            case Type.Integer _ -> ValueNames.ofInteger(integer(Type.I64));
            case Type.Real _ -> Exact.realOf(random.nextInt(-SMALL, SMALL + 1));
            case Type.Named _ -> random.nextInt(SMALL);
            case Type.Map(var _, var value) -> Exact.everywhere(value(value));
            case Type.Variant variant -> variant(variant);
        };
    }

    /** Any case, but sooner or later the zero's, so that values are finite. */
    private long variant(Type.Variant type) {
        int zero = Mathematics.zeroCase(type);
        int which = random.nextInt(3) == 0 ? zero : random.nextInt(type.cases().size());
        return ValueNames.ofVariant(
                zero,
                which,
                type.at(which).parts().stream().mapToLong(this::value).toArray());
    }

    private long integer(Type.Int type) {
        if (type.width() == 1) return random.nextInt(2);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> 0;
            case 3, 4 -> 1;
            case 5 -> -1;
            case 6, 7 -> random.nextInt(-SMALL, SMALL + 1);
            case 8 -> extreme(type);
            default -> random.nextLong();
        };
    }

    private long extreme(Type.Int type) {
        long most = type.signed() ? Long.MAX_VALUE >>> (64 - type.width()) : -1;
        return random.nextBoolean() ? most : type.signed() ? ~most : 0;
    }

    private double floating() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> 0;
            case 2 -> 1;
            case 3 -> -1;
            case 4, 5 -> random.nextInt(-SMALL, SMALL + 1);
            case 6 -> random.nextDouble();
            default -> Double.longBitsToDouble(random.nextLong());
        };
    }
}
