package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which threads can move: now, or when their time is up. */
final class Ability {
    private Ability() {}

    static boolean isNow(Controlled thread) {
        if (thread.state.isTimed() && thread.deadline <= VirtualClock.now() && canEndWait(thread)) return true;
        return switch (thread.state) {
            case READY -> true;
            case ENTER -> Monitors.isFreeFor(thread.on, thread);
            case WAIT -> (thread.notified || thread.interrupted) && Monitors.isFreeFor(thread.on, thread);
            case PARK -> thread.permit || thread.interrupted;
            case JOIN -> thread.interrupted || isDone(thread.on);
            case SLEEP -> thread.interrupted;
            case OUTSIDE, DONE -> false;
        };
    }

    static boolean isInTime(Controlled thread) {
        return isNow(thread) || endsInTime(thread);
    }

    /** Of those that wait with a time limit, the one whose time is up first. */
    static @Nullable Controlled firstInTime(List<Controlled> threads) {
        Controlled first = null;
        for (Controlled each : threads) {
            if (endsInTime(each) && (first == null || each.deadline < first.deadline)) first = each;
        }
        return first;
    }

    private static boolean endsInTime(Controlled thread) {
        return thread.state.isTimed() && thread.deadline != Controlled.NEVER && canEndWait(thread);
    }

    /** Whether a thread whose time is up could go on. */
    private static boolean canEndWait(Controlled thread) {
        return thread.state != State.WAIT || Monitors.isFreeFor(thread.on, thread);
    }

    private static boolean isDone(@Nullable Object thread) {
        Controlled other = Token.of((Thread) thread);
        return other == null || other.state == State.DONE;
    }
}
