package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.trace.TraceEvent;
import java.util.Arrays;

/** Which stretches of a thread are meant to be atomic. */
public enum Transactions {
    /** From taking a lock with none held to giving the last one back; a condition wait ends it. */
    CRITICAL_SECTIONS,
    /** Every call from a thread's start function. */
    FUNCTIONS,
    /** From {@code MOIRAI_ATOMIC_BEGIN()} to {@code MOIRAI_ATOMIC_END()}. */
    ANNOTATED;

    static final int NONE = -1;

    private static final String BEGIN = "__moirai_transaction_begin";
    private static final String END = "__moirai_transaction_end";

    /** For each step the number of the transaction its visible event is in, or {@link #NONE}. */
    int[] of(TraceProgram program) {
        int[] result = new int[program.nodes().size()];
        Arrays.fill(result, NONE);
        int[] count = new int[1];
        for (int thread = 0; thread < program.threadCount(); thread++) {
            int open = NONE;
            int depth = 0;
            for (StepNode node : program.thread(thread)) {
                if (this == CRITICAL_SECTIONS) {
                    if (node.held().isEmpty()) open = NONE;
                    else if (open == NONE) open = count[0]++;
                }
                result[node.number()] = open;
                if (this == CRITICAL_SECTIONS) continue;
                for (TraceEvent event : node.step().events()) {
                    int now = this == FUNCTIONS ? change(event) : marked(event);
                    if (now == 0) continue;
                    depth = Math.max(0, depth + now);
                    if (depth == 1 && now > 0) open = count[0]++;
                    if (depth == 0) open = NONE;
                }
            }
        }
        return result;
    }

    private static int change(TraceEvent event) {
        return event.detail() == TraceEvent.ENTER ? 1 : event.detail() == TraceEvent.LEAVE ? -1 : 0;
    }

    private static int marked(TraceEvent event) {
        if (event.detail() != TraceEvent.ENTER) return 0;
        if (!(event.site().instr() instanceof Instr.Call call)) return 0;
        if (!(call.callee() instanceof Expr.FunctionAddress(var name))) return 0;
        return name.equals(BEGIN) ? 1 : name.equals(END) ? -1 : 0;
    }
}
