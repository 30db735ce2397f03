package dev.moirai.predict;

import dev.moirai.ir.Type;
import dev.moirai.trace.TraceEvent;
import java.util.Optional;
import java.util.OptionalLong;

/** What a trace was recorded from, as far as its terms need to know: sizes, addresses, and which conditions are assertions. */
public interface TraceOrigin {
    int pointerWidth();

    long size(Type type);

    /** Where a field lies in a struct. */
    long offset(String struct, int field);

    /** The address of a global in a thread: of thread-locals, each thread has its own. Nothing where that is not known. */
    OptionalLong addressOf(String global, int thread);

    long functionAddress(String function);

    /** What fails if the condition of this event comes out otherwise; nothing if that is only another way to go. */
    Optional<FailedCondition> failure(TraceEvent event);
}
