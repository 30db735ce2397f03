package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code StampedLock}: a read-write lock with a version that every writer changes. An optimistic read begins while nobody
 * writes, and is valid as long as the version is what it was. Conversions keep their order as calls without a model do.
 */
final class StampedCalls {
    private record Stamp(int thread, long lock, long bits) {}

    private static final Local NOW = Events.local("now", Kind.INT);
    private static final Local THEN = Events.local("then", Kind.INT);

    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final JvmSynchronisation synchronisation;
    private final Map<Long, Integer> versions = new HashMap<>();
    private final Map<Stamp, JvmValue> optimistic = new HashMap<>();

    StampedCalls(Events events, JvmMemory memory, JvmObjects objects, JvmSynchronisation synchronisation) {
        this.events = events;
        this.memory = memory;
        this.objects = objects;
        this.synchronisation = synchronisation;
    }

    Optional<JvmValue> returns(FollowedThread thread, Call call, JvmValue given) {
        JvmValue lock = call.receiver();
        boolean writes = thread.depth(JvmSynchronisation.key(lock, Instr.LockMode.WRITE)) > 0;
        switch (call.name()) {
            case "writeLock", "writeLockInterruptibly" -> write(thread, lock);
            case "readLock", "readLockInterruptibly" -> synchronisation.lock(thread, lock, Instr.LockMode.READ);
            case "unlockWrite" -> unlock(thread, lock, true);
            case "unlockRead" -> unlock(thread, lock, false);
            case "unlock" -> unlock(thread, lock, writes);
            case "tryWriteLock" -> {
                if (given.bits() == 0) return Optional.empty();
                write(thread, lock);
            }
            case "tryReadLock" -> {
                if (given.bits() == 0) return Optional.empty();
                synchronisation.lock(thread, lock, Instr.LockMode.READ);
            }
            case "tryOptimisticRead" -> {
                if (given.bits() == 0) return Optional.empty();
                optimistic.put(new Stamp(thread.number(), lock.bits(), given.bits()), look(thread, lock));
            }
            case "validate" -> {
                return validate(thread, call, given);
            }
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(given);
    }

    private void write(FollowedThread thread, JvmValue lock) {
        synchronisation.lock(thread, lock, Instr.LockMode.WRITE);
        change(thread, lock);
    }

    private void unlock(FollowedThread thread, JvmValue lock, boolean writes) {
        synchronisation.unlock(thread, lock, writes ? Instr.LockMode.WRITE : Instr.LockMode.READ);
    }

    private Range range(JvmValue lock) {
        return objects.facet(lock.bits(), JvmObjects.Facet.VERSION, Kind.INT.bytes());
    }

    private void change(FollowedThread thread, JvmValue lock) {
        int before = versions.getOrDefault(lock.bits(), 0);
        JvmValue one = JvmValue.ofInt(1);
        memory.modify(thread, lock, range(lock), Kind.INT, Instr.RmwOp.ADD, one, Access.ATOMIC, before);
        versions.put(lock.bits(), before + 1);
    }

    private JvmValue version(FollowedThread thread, JvmValue lock) {
        int now = versions.getOrDefault(lock.bits(), 0);
        return memory.read(thread, lock, range(lock), Kind.INT, Access.ATOMIC, now);
    }

    /** The version of which an optimistic read has got a stamp: nobody writes then. */
    private JvmValue look(FollowedThread thread, JvmValue lock) {
        JvmValue isFree = synchronisation.tryLock(thread, lock, Instr.LockMode.READ, Instr.Patience.TRY, true);
        events.pin(thread, isFree, 0);
        JvmValue version = version(thread, lock);
        synchronisation.unlock(thread, lock, Instr.LockMode.READ);
        return version;
    }

    private Optional<JvmValue> validate(FollowedThread thread, Call call, JvmValue given) {
        JvmValue lock = call.receiver();
        var stamp = new Stamp(thread.number(), lock.bits(), call.argument(0).bits());
        JvmValue then = optimistic.get(stamp);
        if (then == null) return Optional.empty();
        boolean isSame = versions.getOrDefault(lock.bits(), 0) == then.bits();
        if (isSame != (given.bits() != 0)) return Optional.empty();
        JvmValue now = version(thread, lock);
        Expr same = new Expr.Select(
                new Expr.Compare(Expr.CompareOp.EQUAL, NOW, THEN),
                Expr.constant(Type.I32, 1),
                Expr.constant(Type.I32, 0));
        return Optional.of(
                events.computed(thread, Kind.INT, given.bits(), same, List.of(NOW, THEN), List.of(now, then)));
    }
}
