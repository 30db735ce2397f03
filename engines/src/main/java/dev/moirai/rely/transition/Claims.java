package dev.moirai.rely.transition;

import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the bytes of objects are used as. A variable stands for bytes that are always used in the same way; where uses
 * differ (a word and its bytes, a union, a lock that is copied), no variable can stand for them.
 */
final class Claims {
    /** One way of using bytes. */
    sealed interface Use {
        /** An integer that is read or written. */
        record Number(Type type) implements Use {}

        /** Elements of an array that are read and written one at a time, anywhere. */
        record Elements(Type element) implements Use {}

        /** The state of a synchronisation object. */
        record State(Sync kind) implements Use {}

        /** What has no variables is written: a pointer, a floating-point number. */
        record Other() implements Use {}
    }

    private record Claim(long offset, long bytes, Use use) {
        /** Whether no variable would have to follow both. */
        boolean goesWith(Claim other) {
            boolean apart = offset + bytes <= other.offset || other.offset + other.bytes <= offset;
            boolean untracked = use instanceof Use.Other && other.use instanceof Use.Other;
            return apart || untracked || equals(other);
        }
    }

    private final Map<String, List<Claim>> claims = new HashMap<>();

    /** Records a use; false if the same bytes are used in another way too. */
    boolean admit(String object, long offset, long bytes, Use use) {
        var claim = new Claim(offset, bytes, use);
        List<Claim> known = claims.computeIfAbsent(object, _ -> new ArrayList<>());
        if (known.contains(claim)) return true;
        if (!known.stream().allMatch(claim::goesWith)) return false;
        known.add(claim);
        return true;
    }
}
