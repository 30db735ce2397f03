package dev.moirai.jvm;

import dev.moirai.ir.Instr;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** {@code java.util.concurrent.locks}: locks, read-write locks, and conditions of locks. */
final class LockCalls {
    private static final String PACKAGE = "java/util/concurrent/locks/";

    private static final String STAMPED = PACKAGE + "StampedLock";

    private final JvmSynchronisation synchronisation;
    private final StampedCalls stamped;
    /** By the number of a read or write lock, or a condition: the lock that it belongs to. */
    private final Map<Long, JvmValue> belongsTo = new HashMap<>();
    /** By thread: how often it held the lock that it gave back to wait. */
    private final Map<Integer, Integer> depths = new HashMap<>();

    LockCalls(JvmSynchronisation synchronisation, StampedCalls stamped) {
        this.synchronisation = synchronisation;
        this.stamped = stamped;
    }

    private static boolean isCondition(String type) {
        return type.endsWith("Condition") || type.endsWith("ConditionObject");
    }

    private JvmValue owner(Call call) {
        return belongsTo.getOrDefault(call.receiver().bits(), call.receiver());
    }

    private static Instr.LockMode mode(String type) {
        if (type.endsWith("ReadLock")) return Instr.LockMode.READ;
        return type.endsWith("WriteLock") ? Instr.LockMode.WRITE : Instr.LockMode.MUTEX;
    }

    /** Waiting on a condition gives the lock back before anything else happens. */
    boolean begins(FollowedThread thread, String type, Call call) {
        if (!type.startsWith(PACKAGE) || !isCondition(type) || !call.name().startsWith("await")) return false;
        JvmValue lock = owner(call);
        depths.put(thread.number(), thread.depth(JvmSynchronisation.key(lock, Instr.LockMode.MUTEX)));
        synchronisation.sleep(thread, call.receiver(), lock);
        return true;
    }

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        if (!type.startsWith(PACKAGE)) return Optional.empty();
        JvmValue given = observed.orElse(JvmValue.NULL);
        if (isCondition(type)) return condition(thread, call, given);
        if (type.equals(STAMPED)) return stamped.returns(thread, call, given);
        Instr.LockMode mode = mode(type);
        switch (call.name()) {
            case "lock", "lockInterruptibly" -> synchronisation.lock(thread, owner(call), mode);
            case "unlock" -> synchronisation.unlock(thread, owner(call), mode);
            case "tryLock" -> {
                Instr.Patience patience = call.argumentCount() == 0 ? Instr.Patience.TRY : Instr.Patience.TIMED;
                return Optional.of(synchronisation.tryLock(thread, owner(call), mode, patience, given.bits() != 0));
            }
            case "readLock", "writeLock", "newCondition" -> {
                if (given.kind() != Kind.REFERENCE) return Optional.empty();
                belongsTo.put(given.bits(), owner(call));
            }
            case "isHeldByCurrentThread", "getHoldCount", "toString" -> {}
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(given);
    }

    private Optional<JvmValue> condition(FollowedThread thread, Call call, JvmValue given) {
        switch (call.name()) {
            case "signal" -> synchronisation.signal(thread, call.receiver(), Instr.Wake.ONE);
            case "signalAll" -> synchronisation.signal(thread, call.receiver(), Instr.Wake.ALL);
            default -> {
                if (!call.name().startsWith("await")) return Optional.empty();
                JvmValue lock = owner(call);
                boolean isTimed = call.argumentCount() > 0;
                synchronisation.awake(
                        thread, call.receiver(), lock, isTimed ? Instr.Patience.TIMED : Instr.Patience.BLOCK);
                thread.depth(
                        JvmSynchronisation.key(lock, Instr.LockMode.MUTEX), depths.getOrDefault(thread.number(), 1));
            }
        }
        return Optional.of(given);
    }
}
