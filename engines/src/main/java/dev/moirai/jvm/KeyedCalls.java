package dev.moirai.jvm;

import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Functions that {@code ConcurrentHashMap} calls for a key: meanwhile nobody else's function is called for the same one. */
final class KeyedCalls {
    private record Key(long map, long key) {}

    private record Held(Call call, JvmValue lock) {}

    private static final String MAP = "java/util/concurrent/ConcurrentHashMap";
    private static final Set<String> ALONE = Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    private final JvmSynchronisation synchronisation;
    private final JvmObjects objects;
    private final Map<Key, JvmValue> locks = new HashMap<>();
    /** By thread: the innermost last. */
    private final Map<Integer, Deque<Held>> held = new HashMap<>();

    KeyedCalls(JvmSynchronisation synchronisation, JvmObjects objects) {
        this.synchronisation = synchronisation;
        this.objects = objects;
    }

    /** The function begins: from here to the end of the call its thread is alone with the key. */
    void calledBack(FollowedThread thread, String type, Call call) {
        if (!type.equals(MAP) || !ALONE.contains(call.name()) || isHeld(thread, call)) return;
        var key = new Key(call.receiver().bits(), call.argument(0).bits());
        JvmValue lock = locks.computeIfAbsent(key, _ -> objects.invented(objects.name(key.map) + "'s entry"));
        held.computeIfAbsent(thread.number(), _ -> new ArrayDeque<>()).addLast(new Held(call, lock));
        synchronisation.lock(thread, lock, Instr.LockMode.MUTEX);
    }

    /** The call is over, by an exception or not. */
    void ends(FollowedThread thread, Call call) {
        if (!isHeld(thread, call)) return;
        JvmValue lock = Objects.requireNonNull(held.get(thread.number())).removeLast().lock;
        synchronisation.unlock(thread, lock, Instr.LockMode.MUTEX);
    }

    private boolean isHeld(FollowedThread thread, Call call) {
        Deque<Held> all = held.get(thread.number());
        return all != null && !all.isEmpty() && all.getLast().call == call;
    }
}
