package dev.moirai.interpret;

import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.property.Violation.Misuse;
import dev.moirai.property.Violation.Use;
import java.util.List;
import java.util.Optional;

/** Describes faults in the user's words. Each method returns the exception that its caller throws. */
final class Faults {
    private final Execution x;

    Faults(Execution x) {
        this.x = x;
    }

    /**
     * A violation if the property is watched. Otherwise the execution ends silently, because C gives it no meaning from
     * here on.
     */
    Halt of(Property property, String message) {
        return of(property, message, Optional.empty());
    }

    private Halt of(Property property, String message, Optional<Misuse> misuse) {
        if (!x.program().options().watches(property)) {
            return new Halt(new Outcome.Pruned(message + " at " + x.span()));
        }
        return new Halt(
                new Outcome.Violated(new Violation(property, message, List.of(), List.of(x.place("")), misuse)));
    }

    /**
     * An operation against the rules of the thread library: a violation if lock misuse is watched, else the call
     * returns {@code code}.
     */
    int misuse(String message, int code) {
        if (x.program().options().watches(Property.LOCK_MISUSE)) throw of(Property.LOCK_MISUSE, message);
        return code;
    }

    /** The same for an operation on a synchronisation object. */
    int misuse(SyncObject object, String message, int code) {
        if (!x.program().options().watches(Property.LOCK_MISUSE)) return code;
        throw of(Property.LOCK_MISUSE, message, Optional.of(new Misuse(Use.SYNCHRONISE, Optional.of(object.place()))));
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    Halt badAccess(Touch.Effect effect, long address, long bytes) {
        return of(Property.MEMORY, accessMessage(effect, address, bytes), misuse(Use.ACCESS, address));
    }

    private String accessMessage(Touch.Effect effect, long address, long bytes) {
        String verb = effect == Touch.Effect.READ ? "read" : "write";
        MemObject object = x.memory().find(address);
        Names names = x.names();
        if (object == null) return verb + " through " + names.wild(address);
        String access = verb + (effect == Touch.Effect.READ ? " of " : " to ") + names.place(address, bytes);
        if (object.freedAt != null) {
            String end = object.site.kind() == AllocSite.Kind.HEAP ? "it was freed" : "its lifetime ended";
            return access + " after " + end + " at " + Names.line(object.freedAt);
        }
        long offset = x.offset(object, address);
        if (offset < 0 || offset + bytes > object.size) {
            return access + " out of bounds: " + names.name(object) + " has " + names.extent(object);
        }
        return "write to constant " + names.name(object);
    }

    Halt badFree(long address) {
        return of(Property.MEMORY, freeMessage(address), misuse(Use.FREE, address));
    }

    private String freeMessage(long address) {
        MemObject object = x.memory().find(address);
        Names names = x.names();
        if (object == null) return "free of " + names.wild(address);
        if (object.freedAt != null && object.site.kind() == AllocSite.Kind.HEAP) {
            return "double free of " + names.name(object) + " (first freed at " + Names.line(object.freedAt) + ")";
        }
        if (object.site.kind() != AllocSite.Kind.HEAP) {
            return "free of " + names.name(object) + ", which was not allocated by malloc";
        }
        return "free of a pointer " + x.offset(object, address) + " bytes into " + names.name(object);
    }

    private Optional<Misuse> misuse(Use use, long address) {
        MemObject object = x.memory().find(address);
        Optional<String> name =
                object == null ? Optional.empty() : Optional.of(x.names().object(address - x.offset(object, address)));
        return Optional.of(new Misuse(use, name));
    }

    Halt noFunction(long address, String verb) {
        return of(Property.MEMORY, verb + " " + x.names().pointer(address, Type.VOID) + ", which is no function");
    }

    /** C leaves open what the parameters that get nothing hold. */
    Halt tooFewArguments(CompiledFunction function, int arguments, String verb) {
        return of(
                Property.MEMORY,
                verb + " " + function.name + ", which takes " + function.parameterCount() + " arguments and gets "
                        + arguments);
    }

    // ---- arithmetic --------------------------------------------------------------------------------------------

    /** A division by zero, or of the least number by -1. */
    Halt division(BinaryOp op, Type type, long left, long right) {
        Property property = Property.ofDivision(x.program().options().watched());
        if (right != 0) return of(property, overflowMessage(op, type, left, right));
        return of(property, "division by zero: " + x.names().value(type, left) + " " + op.symbol() + " 0");
    }

    Halt overflow(BinaryOp op, Type type, long left, long right) {
        return of(Property.OVERFLOW, overflowMessage(op, type, left, right));
    }

    private String overflowMessage(BinaryOp op, Type type, long left, long right) {
        String what = op.isShift() ? "undefined shift" : "signed overflow";
        return what + ": " + left + " " + op.symbol() + " " + right + " in "
                + x.names().typeName(type);
    }

    Halt overflow(UnaryOp op, Type type, long value) {
        return of(
                Property.OVERFLOW,
                "signed overflow: " + op.symbol() + "(" + value + ") in "
                        + x.names().typeName(type));
    }
}
