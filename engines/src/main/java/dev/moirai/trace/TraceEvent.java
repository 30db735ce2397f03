package dev.moirai.trace;

import java.util.List;
import java.util.OptionalLong;

/**
 * One executed instruction that matters to other threads, or to what the run computed from shared memory (Wang, Kundu,
 * Limaye, Ganai, Gupta: Symbolic Predictive Analysis for Concurrent Programs, section 3.1).
 *
 * <p>It is the instruction of {@code site} under a binding of the locals it reads: {@code symbols[i]} names the earlier
 * event whose result the local holds, or is 0 where the local's value depends on nothing shared; {@code values[i]} is the
 * local's concrete value in any case.
 *
 * @param symbol the name of this event's own result, if later events may depend on it, else 0
 * @param result the concrete result: what was read, written or computed, the return code of a library operation, 1 or 0
 *     for a branch
 * @param written what the first range holds afterwards, where the event writes to it; of a join, the value that its symbol
 *     names; else the result
 * @param ranges the memory it touched
 * @param before of a write, what the range held, where the trace has not met the range before and it was defined
 * @param detail of a call, which argument the event is about, or {@link #ENTER}; of a return, {@link #LEAVE} or {@link
 *     #VALUE}; of what is done to a mutex, its kind as {@link dev.moirai.ir.Sync} numbers them
 * @param threads the threads it concerned: begun, joined, or woken
 */
public record TraceEvent(
        InstrSite site,
        int[] symbols,
        long[] values,
        int symbol,
        long result,
        long written,
        List<Range> ranges,
        OptionalLong before,
        int detail,
        List<Integer> threads) {
    public static final int ENTER = -1;
    public static final int LEAVE = -2;
    public static final int VALUE = -3;
    public static final int NOTHING = 0;

    public boolean isSymbolic() {
        for (int each : symbols) if (each != 0) return true;
        return false;
    }
}
