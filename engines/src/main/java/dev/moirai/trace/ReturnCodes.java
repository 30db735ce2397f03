package dev.moirai.trace;

import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import java.util.List;

/** Which return codes of the thread library depend on what other threads do, so that another order may change them. */
final class ReturnCodes {
    private static final int WORD = 4;

    private ReturnCodes() {}

    /** The kind of the mutex that the instruction is about; {@link TraceEvent#NOTHING}, which is also the kind of a normal mutex, for anything else. */
    static int kindOfMutex(Moment moment, Instr instr, List<Touch> touches) {
        int at = switch (instr) {
            case Instr.Lock i when i.mode() == Instr.LockMode.MUTEX -> 0;
            case Instr.Unlock i when i.kind() == Sync.MUTEX -> 0;
            case Instr.Wait _ -> 1;
            default -> touches.size();
        };
        if (at >= touches.size()) return TraceEvent.NOTHING;
        return (int)
                moment.contents(touches.get(at).address() + Sync.KIND, WORD).orElse(Sync.NORMAL);
    }

    /**
     * Whether the code may be another one in another order. An attempt without waiting, or with a time limit, may fail or succeed.
     * And whether a thread holds a lock may depend on such an attempt: then locks that check their owner return another code.
     */
    static boolean mayDiffer(Instr instr, int kindOfMutex) {
        return switch (instr) {
            case Instr.Lock i ->
                i.patience() != Instr.Patience.BLOCK
                        || i.mode().kind() == Sync.RWLOCK
                        || kindOfMutex == Sync.ERROR_CHECKING;
            case Instr.Unlock _ -> kindOfMutex != Sync.NORMAL;
            case Instr.Down i -> i.patience() != Instr.Patience.BLOCK;
            case Instr.Awake i -> i.patience() == Instr.Patience.TIMED;
            case Instr.DestroySync i -> i.kind() == Sync.MUTEX || i.kind() == Sync.RWLOCK || i.kind() == Sync.SPIN;
            default -> false;
        };
    }
}
