package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;

/**
 * Pointers that are moved, where memory is asked about. A pointer that leaves the pages of its object leads nowhere for
 * ever; of one that stays in the object, or next to it, that cannot be. So it is remembered where a pointer has been.
 */
final class Strides {
    /** Every object has so many bytes before it and behind it where a pointer is not lost: less than in {@code interpret}. */
    static final long MARGIN = 64;

    private final Program program;
    private final Objects objects;
    private final MemberArrays members;

    Strides(Program program, Objects objects) {
        this.program = program;
        this.objects = objects;
        this.members = new MemberArrays(program);
    }

    Value moved(Value pointer, long bytes) {
        if (bytes == 0) return pointer;
        return switch (pointer) {
            case Value.Address(var object, var offset)
            when isNear(object, offset, bytes) -> new Value.Address(object, offset + bytes);
            case Value.Element(var object, var index, var size, var offset)
            when Math.floorDiv(offset, size) == Math.floorDiv(offset + bytes, size) ->
                new Value.Element(object, index, size, offset + bytes);
            case Value.Perhaps perhaps
            when isNear(perhaps.address().object(), perhaps.address().offset(), bytes) -> perhaps.moved(bytes);
            case Value.Number(var number) -> new Value.Beyond(number, bytes);
            case Value.Address _, Value.Element _, Value.Perhaps _, Value.Inside _ ->
                moved(pointer, Linear.of(bytes), OptionalLong.empty());
            case Value.Truth _, Value.Beyond _, Value.Opaque _ -> Value.OPAQUE;
        };
    }

    /** The same where nobody asks whether a pointer is lost. */
    static Value unbounded(Value pointer, long bytes) {
        return switch (pointer) {
            case Value.Address(var object, var offset) -> new Value.Address(object, offset + bytes);
            case Value.Element(var object, var index, var size, var offset) ->
                new Value.Element(object, index, size, offset + bytes);
            case Value.Perhaps perhaps -> perhaps.moved(bytes);
            case Value.Number(var number) -> bytes == 0 ? pointer : new Value.Beyond(number, bytes);
            case Value.Beyond(var number, var before) ->
                before + bytes == 0 ? new Value.Number(number) : new Value.Beyond(number, before + bytes);
            case Value.Truth _, Value.Inside _, Value.Opaque _ -> Value.OPAQUE;
        };
    }

    /** How many bytes the array has that is the member whose address this is. */
    OptionalLong array(Expr pointer) {
        return members.array(pointer)
                .map(array -> OptionalLong.of(program.sizes().of(array)))
                .orElse(OptionalLong.empty());
    }

    /** @param array how many bytes the array has that the pointer points to, if that is known */
    Value moved(Value pointer, Linear bytes, OptionalLong array) {
        return switch (pointer) {
            case Value.Inside inside -> inside.moved(bytes);
            case Value.Address(var object, var offset) ->
                inside(object, offset, array, Cond.TRUE).moved(bytes);
            case Value.Element element ->
                new Value.Inside(element.object(), whole(element.object()), element.bytes(), List.of(), Cond.TRUE)
                        .moved(bytes);
            case Value.Perhaps perhaps ->
                inside(perhaps.address().object(), perhaps.address().offset(), array, perhaps.set())
                        .moved(bytes);
            case Value.Number _, Value.Truth _, Value.Beyond _, Value.Opaque _ -> Value.OPAQUE;
        };
    }

    private Value.Inside inside(String object, long offset, OptionalLong array, Cond set) {
        Value.Inside.Part part =
                array.isPresent() ? new Value.Inside.Part(offset, offset + array.getAsLong()) : whole(object);
        return new Value.Inside(object, part, Linear.of(offset), List.of(), set);
    }

    private Value.Inside.Part whole(String object) {
        return new Value.Inside.Part(0, size(object));
    }

    private long size(String object) {
        return objects.type(object).map(program.sizes()::of).orElse(0L);
    }

    private boolean isNear(String object, long offset, long bytes) {
        BigInteger there = BigInteger.valueOf(offset).add(BigInteger.valueOf(bytes));
        long size = size(object);
        return there.compareTo(BigInteger.valueOf(-MARGIN)) >= 0
                && there.compareTo(BigInteger.valueOf(size + MARGIN)) <= 0;
    }
}
