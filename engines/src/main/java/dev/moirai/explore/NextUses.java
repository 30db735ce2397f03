package dev.moirai.explore;

import dev.moirai.explore.SeenAccesses.Effect;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Pending;
import dev.moirai.interpret.State;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What the visible instruction that a thread stands before touches; this depends on the thread alone. */
final class NextUses {
    static final int NO_LOCK = -1;

    /**
     * @param lock the lock without which this does not happen, although the thread does not hold it yet; else {@link
     *     #NO_LOCK}
     */
    record Use(int place, Effect effect, int lock) {
        Use(int place, Effect effect) {
            this(place, effect, NO_LOCK);
        }
    }

    private final Machine machine;
    private final SeenPlaces places;
    private final SeenAccesses accesses;

    NextUses(Machine machine, SeenAccesses accesses) {
        this.machine = machine;
        this.places = accesses.places();
        this.accesses = accesses;
    }

    List<Use> of(State state, int thread) {
        Optional<Pending> pending = machine.pending(state, thread);
        return pending.isEmpty() ? List.of() : of(state, thread, pending.get());
    }

    private List<Use> of(State state, int thread, Pending pending) {
        List<Touch> touches = pending.touches();
        return switch (pending.instr()) {
            case Instr.Spawn _ -> List.of(new Use(places.numbering(), Effect.WRITE));
            case Instr.Join _, Instr.Detach _ -> {
                OptionalInt other = machine.handled(state, thread);
                yield List.of(new Use(
                        other.isPresent() ? places.life(other.getAsInt()) : places.numbering(), Effect.HANDLING));
            }
            case Instr.AtomicBegin begin -> plain(state, begin, machine.waitsOnMemory(state, thread));
            // Who has been woken only notes it.
            case Instr.Awake _ when !state.isAsleep(thread) -> List.of();
            case Instr.Lock lock
            when touches.size() == 1 && (lock.mode() == LockMode.MUTEX || lock.mode() == LockMode.SPIN) ->
                List.of(locking(state, touches.getFirst(), lock));
            case Instr.Unlock unlock
            when touches.size() == 1 && isMine(state, thread, touches.getFirst(), unlock.kind()) ->
                List.of(new Use(place(state, touches.getFirst()), Effect.LOCKING));
            case Instr.Wait _
            when touches.size() == 2 && isMine(state, thread, touches.getLast(), Sync.MUTEX) ->
                List.of(
                        new Use(place(state, touches.getFirst()), Effect.WRITE),
                        new Use(place(state, touches.getLast()), Effect.LOCKING));
            case Instr instr -> plain(state, instr, touches);
        };
    }

    private Use locking(State state, Touch touch, Instr.Lock lock) {
        int place = place(state, touch);
        if (state.origin(touch.address()).isPresent()) return new Use(place, Effect.LOCKING);
        int number = accesses.lock(place, touch.address(), lock.mode().kind());
        return new Use(place, Effect.LOCKING, lock.patience() == Patience.BLOCK ? number : NO_LOCK);
    }

    private static boolean isMine(State state, int thread, Touch touch, Sync kind) {
        if (kind != Sync.MUTEX && kind != Sync.SPIN) return false;
        long owner = touch.address() + (kind == Sync.SPIN ? Sync.SPIN_OWNER : Sync.OWNER);
        return state.contents(owner, 4).orElse(0) == thread + 1;
    }

    private List<Use> plain(State state, Instr instr, List<Touch> touches) {
        boolean touchesSomething =
                instr instanceof Instr.MemoryAccess || instr instanceof Instr.OnObject || instr instanceof Instr.Await;
        // Nobody knows what lies there when it is done.
        if (touches.isEmpty()) {
            return touchesSomething ? List.of(new Use(places.everything(), Effect.WRITE)) : List.of();
        }
        var uses = new ArrayList<Use>(touches.size());
        for (Touch touch : touches) {
            // Reading what has no value yet gives it one.
            boolean writes = touch.isWrite() || isUndefined(state, touch);
            uses.add(new Use(place(state, touch), writes ? Effect.WRITE : Effect.READ));
        }
        return uses;
    }

    private static boolean isUndefined(State state, Touch touch) {
        return touch.bytes() > 8
                || state.contents(touch.address(), (int) touch.bytes()).isEmpty();
    }

    private int place(State state, Touch touch) {
        return places.of(state, touch.address(), touch.bytes());
    }
}
