package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Latches, semaphores and barriers. A phaser is a barrier as long as nobody is registered or leaves. */
final class WaitingCalls {
    private static final String LATCH = "java/util/concurrent/CountDownLatch";
    private static final String SEMAPHORE = "java/util/concurrent/Semaphore";
    private static final String BARRIER = "java/util/concurrent/CyclicBarrier";
    private static final String PHASER = "java/util/concurrent/Phaser";

    /** Calls that leave a phaser a barrier. */
    private static final Set<String> CYCLIC =
            Set.of("arriveAndAwaitAdvance", "getPhase", "getRegisteredParties", "isTerminated", "toString");

    private final JvmMemory memory;
    private final JvmSynchronisation synchronisation;
    private final JvmObjects objects;
    /** By object: what it was made with. */
    private final Map<Long, Long> initial = new HashMap<>();
    /** By object: a latch's count, or how many have come to a barrier. */
    private final Map<Long, Long> counts = new HashMap<>();

    WaitingCalls(JvmMemory memory, JvmSynchronisation synchronisation, JvmObjects objects) {
        this.memory = memory;
        this.synchronisation = synchronisation;
        this.objects = objects;
    }

    void made(Call call) {
        boolean counts = call.owner().equals(LATCH)
                || call.owner().equals(SEMAPHORE)
                || call.owner().equals(BARRIER)
                || call.owner().equals(PHASER);
        if (!counts || call.argumentCount() == 0 || call.argument(0).kind() != Kind.INT) return;
        initial.put(call.receiver().bits(), call.argument(0).bits());
        this.counts.put(
                call.receiver().bits(),
                call.owner().equals(LATCH) ? call.argument(0).bits() : 0);
    }

    boolean begins(FollowedThread thread, String type, Call call) {
        if (call.isStatic()) return false;
        long barrier = call.receiver().bits();
        if (type.equals(PHASER) && !CYCLIC.contains(call.name())) initial.remove(barrier);
        if (!isAwaiting(type, call)) return false;
        boolean isLast = counts.merge(barrier, 1L, Long::sum) % initial.getOrDefault(barrier, 1L) == 0;
        synchronisation.arrive(thread, call.receiver(), isLast);
        return true;
    }

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        JvmValue given = observed.orElse(JvmValue.NULL);
        return switch (type) {
            case LATCH -> latch(thread, call, given);
            case SEMAPHORE -> semaphore(thread, call, given);
            case BARRIER, PHASER -> {
                if (!isAwaiting(type, call)) yield Optional.empty();
                // The last one did not wait, but in another order it may not be the last.
                synchronisation.leave(thread, call.receiver());
                yield Optional.of(given);
            }
            default -> Optional.empty();
        };
    }

    private boolean isAwaiting(String type, Call call) {
        return type.equals(BARRIER) && call.name().equals("await")
                || type.equals(PHASER)
                        && call.name().equals("arriveAndAwaitAdvance")
                        && initial.containsKey(call.receiver().bits());
    }

    private Optional<JvmValue> latch(FollowedThread thread, Call call, JvmValue given) {
        JvmValue latch = call.receiver();
        Range range = objects.facet(latch.bits(), JvmObjects.Facet.STATE, Kind.INT.bytes());
        long count = counts.getOrDefault(latch.bits(), 0L);
        switch (call.name()) {
            case "countDown" -> {
                if (count > 0) {
                    JvmValue by = JvmValue.ofInt(1);
                    memory.modify(thread, latch, range, Kind.INT, Instr.RmwOp.SUBTRACT, by, Access.ATOMIC, count);
                    counts.put(latch.bits(), count - 1);
                }
            }
            case "await" -> {
                boolean isOpen = call.argumentCount() == 0 || given.bits() != 0;
                if (isOpen) memory.await(thread, latch, range, Kind.INT, 0);
            }
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(given);
    }

    private Optional<JvmValue> semaphore(FollowedThread thread, Call call, JvmValue given) {
        JvmValue semaphore = call.receiver();
        int permits = (int) (long) initial.getOrDefault(semaphore.bits(), 0L);
        boolean isCounted = call.argumentCount() > 0 && call.argument(0).kind() == Kind.INT;
        long times = isCounted ? call.argument(0).bits() : 1;
        switch (call.name()) {
            case "acquire", "acquireUninterruptibly" -> {
                for (long i = 0; i < times; i++)
                    synchronisation.down(thread, Events.Aspect.ACCESS, semaphore, JvmObjects.Facet.STATE, permits);
            }
            case "release" -> {
                for (long i = 0; i < times; i++)
                    synchronisation.up(thread, Events.Aspect.ACCESS, semaphore, JvmObjects.Facet.STATE, permits);
            }
            case "tryAcquire" -> {
                if (times != 1) return Optional.empty();
                boolean isTimed = call.argumentCount() > (isCounted ? 1 : 0);
                return Optional.of(synchronisation.tryDown(
                        thread,
                        semaphore,
                        JvmObjects.Facet.STATE,
                        isTimed ? Instr.Patience.TIMED : Instr.Patience.TRY,
                        given.bits() != 0,
                        permits));
            }
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(given);
    }
}
