package dev.moirai.jvm;

import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code java.util.concurrent.atomic}: each variable is one place, each call one step on it. */
final class AtomicCalls {
    private static final String PACKAGE = "java/util/concurrent/atomic/Atomic";

    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final AtomicUpdates updates;
    /** What each variable was made with, by the number of the object. */
    private final Map<Long, Long> initial = new HashMap<>();

    AtomicCalls(Events events, JvmMemory memory, JvmObjects objects, Functions functions) {
        this.events = events;
        this.memory = memory;
        this.objects = objects;
        this.updates = new AtomicUpdates(events, functions);
    }

    private static Optional<Kind> kind(String type) {
        if (!type.startsWith(PACKAGE)) return Optional.empty();
        return switch (type.substring(PACKAGE.length())) {
            case "Integer", "Boolean" -> Optional.of(Kind.INT);
            case "Long" -> Optional.of(Kind.LONG);
            case "Reference" -> Optional.of(Kind.REFERENCE);
            default -> Optional.empty();
        };
    }

    void made(Call call) {
        if (kind(call.owner()).isEmpty() || call.argumentCount() != 1) return;
        initial.put(call.receiver().bits(), call.argument(0).bits());
    }

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        if (call.isStatic()) return Optional.empty();
        return kind(type).flatMap(kind -> {
            AtomicStep step = step(thread, call, kind);
            return AtomicUpdates.isOne(call)
                    ? Optional.of(updates.ends(thread, call, step, observed.orElseThrow()))
                    : step.returns(observed);
        });
    }

    /** A method of the program is called from the JDK while a call is under way; returns its arguments, perhaps with symbols. */
    List<JvmValue> calledBack(FollowedThread thread, String type, Call call, List<JvmValue> arguments) {
        Optional<Kind> kind = kind(type);
        if (kind.isEmpty() || !AtomicUpdates.isOne(call)) return arguments;
        return updates.begins(thread, call, step(thread, call, kind.get()), arguments);
    }

    /** That method has returned this. */
    void hasReturned(FollowedThread thread, Optional<JvmValue> result) {
        updates.computed(thread, result);
    }

    /** That method has ended by an exception. */
    void hasThrown(FollowedThread thread) {
        updates.abandoned(thread);
    }

    private AtomicStep step(FollowedThread thread, Call call, Kind kind) {
        JvmValue object = call.receiver();
        Range range = objects.facet(object.bits(), JvmObjects.Facet.STATE, kind.bytes());
        OptionalLong before = OptionalLong.of(initial.getOrDefault(object.bits(), 0L));
        return new AtomicStep(events, memory, thread, call, kind, object, range, 0, before);
    }
}
