package dev.moirai.predict;

import dev.moirai.ir.TransactionMark;
import dev.moirai.property.Transactions;
import dev.moirai.trace.TraceEvent;
import java.util.Arrays;

/** Numbers the transactions of a trace: the stretches of its threads that are meant to be atomic. */
final class TransactionNumbers {
    static final int NONE = -1;

    private TransactionNumbers() {}

    /** For each step the number of the transaction its visible event is in, or {@link #NONE}. */
    static int[] of(TraceProgram program, Transactions transactions) {
        int[] result = new int[program.nodes().size()];
        Arrays.fill(result, NONE);
        int count = 0;
        for (int thread = 0; thread < program.threadCount(); thread++) {
            int open = NONE;
            int depth = 0;
            for (StepNode node : program.thread(thread)) {
                if (transactions == Transactions.CRITICAL_SECTIONS) {
                    if (node.held().isEmpty()) open = NONE;
                    else if (open == NONE) open = count++;
                }
                result[node.number()] = open;
                for (TraceEvent event : node.step().events()) {
                    int now = change(event, transactions);
                    if (now == 0) continue;
                    depth = Math.max(0, depth + now);
                    if (depth == 1 && now > 0) open = count++;
                    if (depth == 0) open = NONE;
                }
            }
        }
        return result;
    }

    /** By how much an event changes the depth of open transactions, where events open and close them. */
    private static int change(TraceEvent event, Transactions transactions) {
        return switch (transactions) {
            case CRITICAL_SECTIONS -> 0;
            case FUNCTIONS -> event.detail() == TraceEvent.ENTER ? 1 : event.detail() == TraceEvent.LEAVE ? -1 : 0;
            case ANNOTATED -> marked(event);
        };
    }

    private static int marked(TraceEvent event) {
        if (event.detail() != TraceEvent.ENTER) return 0;
        return TransactionMark.of(event.site().instr())
                .map(mark -> mark == TransactionMark.BEGIN ? 1 : -1)
                .orElse(0);
    }
}
