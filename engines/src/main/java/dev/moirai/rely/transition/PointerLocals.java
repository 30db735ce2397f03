package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Optional;

/**
 * What a thread's locals hold where it can be interrupted. Of a pointer that only ever holds one address, it is followed
 * whether it holds it, where memory is asked about.
 */
final class PointerLocals {
    private final Instance thread;
    private final boolean areFollowed;

    PointerLocals(Instance thread, Conduct conduct) {
        this.thread = thread;
        this.areFollowed = conduct.isAboutMemory();
    }

    /** The only address that a pointer ever holds, if it is followed whether it holds it. */
    Optional<Value.Address> address(Local local) {
        return areFollowed
                        && local.type() instanceof Type.Pointer
                        && thread.constants().get(local) instanceof Value.Perhaps(var only, var _, var _)
                ? Optional.of(only)
                : Optional.empty();
    }

    /** What a local holds whose variable has this value. */
    Value value(Local local, Linear now) {
        Optional<Value.Address> address = address(local);
        if (address.isPresent()) return new Value.Perhaps(address.get(), Optional.of(now), Value.Otherwise.INVALID);
        boolean isTruth = local.type().equals(Type.BOOL);
        return isTruth ? new Value.Truth(new Cond.AtLeastZero(now.plus(-1))) : new Value.Number(now);
    }

    /** Whether a pointer holds its address, as far as that is known. */
    static Optional<Linear> isSet(Value value, Value.Address only) {
        return switch (value) {
            case Value.Address address when address.equals(only) -> Optional.of(Linear.of(1));
            case Value.Perhaps(var address, var isSet, var _) when address.equals(only) -> isSet;
            case Value.Number(var number) when number.isConstant() -> Optional.of(Linear.ZERO);
            case Value.Address _,
                    Value.Perhaps _,
                    Value.Number _,
                    Value.Truth _,
                    Value.Element _,
                    Value.Inside _,
                    Value.Beyond _,
                    Value.Opaque _ -> Optional.empty();
        };
    }
}
