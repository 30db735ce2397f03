package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/**
 * Accesses to an element of an array that is a member of a struct. Where memory is asked about, the index must lie inside
 * that array ({@link AccessSteps}); so where that is proved, the other systems know that such an access leaves the other
 * members alone. Whether an access is one can be seen from its address, so that all systems agree on it.
 */
final class MemberArrays {
    private final Program program;

    MemberArrays(Program program) {
        this.program = program;
    }

    /** An element: the array's address and how many elements it has. */
    record Element(Expr array, Expr index, long bytes, long length) {
        /** An address in the array that lies there. */
        Value somewhere(Value.Address there) {
            var part = new Value.Inside.Part(there.offset(), there.offset() + bytes);
            return new Value.Inside(there.object(), part, Linear.of(there.offset()), List.of(), Cond.TRUE);
        }
    }

    /** The element that an access touches of which the address is this; it is no wider than the element. */
    Optional<Element> element(Expr address, Type type) {
        Expr inner = address;
        while (inner instanceof Expr.Cast(Type.Pointer _, var operand)) inner = operand;
        if (!(inner instanceof Expr.Index(var pointer, var element, var index, var _))) return Optional.empty();
        long size = program.sizes().of(element);
        if (size <= 0 || program.sizes().of(type) > size) return Optional.empty();
        return array(pointer)
                .filter(array -> program.sizes().of(array) % size == 0)
                .map(array -> new Element(
                        pointer,
                        index,
                        program.sizes().of(array),
                        program.sizes().of(array) / size));
    }

    /** The array that is the member whose address this is. */
    Optional<Type.Array> array(Expr pointer) {
        return switch (pointer) {
            case Expr.Cast(Type.Pointer _, var operand) -> array(operand);
            case Expr.Member(var _, var tag, var field, var _)
            when program.layout(tag).fields().get(field).type() instanceof Type.Array array && array.length() > 0 ->
                Optional.of(array);
            default -> Optional.empty();
        };
    }
}
