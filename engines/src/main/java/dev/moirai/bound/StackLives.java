package dev.moirai.bound;

import dev.moirai.bound.Activation.StackObject;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.HashSet;
import java.util.Set;

/**
 * Objects on the stack die with their activation. Inlined, that is a {@code Free} where the call ends, of a pointer kept
 * for the purpose; where the object may not have been made, the pointer is null and nothing is freed.
 */
final class StackLives {
    private final Frontier text;
    private final Set<StackObject> perhapsMade = new HashSet<>();
    private int objects;

    StackLives(Frontier text) {
        this.text = text;
    }

    void allocated(Activation activation, Instr.Alloc alloc) {
        Local source = activation.rename(alloc.into());
        String name = "%moirai_stack." + ++objects;
        Local pointer = text.code().local(new Local(name, source.type()));
        // Known to the walk alone: no instruction mentions it.
        var made = new Local(name + ".made", Type.BOOL);
        text.assign(pointer, source, alloc.span());
        text.known().set(made, Expr.TRUE);
        activation.stackObjects().add(new StackObject(pointer, made, source));
    }

    /** The program itself ends an object's life, at the end of a block. */
    void freed(Activation activation, Instr.Free free) {
        for (StackObject object : activation.stackObjects()) {
            boolean this_ = free.pointer() instanceof Local local
                    && activation.rename(local).equals(object.source());
            if (!this_ || isKnown(object, Expr.FALSE)) continue;
            text.assign(object.pointer(), nothing(object), free.span());
            text.known().set(object.allocated(), Expr.FALSE);
        }
    }

    void endOf(Activation activation, SourceSpan span) {
        for (StackObject object : activation.stackObjects()) {
            if (isKnown(object, Expr.FALSE)) continue;
            if (!isKnown(object, Expr.TRUE)) perhapsMade.add(object);
            text.emit(new Instr.Free(object.pointer(), Instr.Region.STACK, Access.PRIVATE, span));
        }
    }

    /** Once the whole activation has been written: pointers that may not be set on every way start as null. */
    void clearAtEntry(Activation activation) {
        Origin origin =
                activation.caller().orElse(new Origin(activation.function().name(), 0, java.util.List.of()));
        for (StackObject object : activation.stackObjects()) {
            if (!perhapsMade.contains(object)) continue;
            var clear = new Instr.Assign(
                    object.pointer(), nothing(object), activation.function().span());
            text.code().insert(activation.entry(), clear, origin);
        }
    }

    private boolean isKnown(StackObject object, Expr truth) {
        return text.known().of(object.allocated()).equals(truth);
    }

    private static Expr nothing(StackObject object) {
        return Expr.constant(object.pointer().type(), 0);
    }
}
