package dev.moirai.jvm.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides who moves. Asked by the token's holder only. */
abstract class TokenSchedule {
    /** Steps in a row after which others are let in, so that spinning ends. */
    static final long FAIR = 20_000;

    /** How many steps the holder makes before it is asked again whether to switch. */
    abstract long patience();

    /**
     * Who is next, of those that can move; null where {@code holder} may stay.
     *
     * @param holder who has the token; null if its thread has gone outside or ended
     */
    abstract Controlled next(List<Controlled> able, @Nullable Controlled holder);

    /** A thread has been started. */
    void started(Controlled thread) {}

    /** The holder yields: it has nothing to do before others move. */
    void yielded(Controlled holder) {}

    /** Whether a wait is to end now for no reason. */
    boolean wakesSomebody() {
        return false;
    }

    /** Whether the holder must be asked again because another thread has just become able to move. */
    boolean watchesOthers() {
        return false;
    }

    /** The thread that the schedule insists on, whether it can move or not. */
    @Nullable
    Controlled demanded() {
        return null;
    }
}
