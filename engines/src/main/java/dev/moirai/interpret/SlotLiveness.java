package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which slots can still be read from a position on. The others are left out of a state's fingerprint, and do not count
 * as pointers when pages of freed objects are to be reused. The usual backward analysis, by basic blocks; inside a
 * block, the positions at which a step can end are computed at once, the few others on demand.
 */
final class SlotLiveness {
    private final CompiledFunction function;
    private final Op[] code;
    /** First position of the block that holds a position. */
    private final int[] blockStart;

    private final BitSet[] liveOut;
    private final int[][] atRest;
    private final int[] readBeforeWritten;

    SlotLiveness(CompiledFunction function, Op[] code) {
        this.function = function;
        this.code = code;
        this.blockStart = blocks(code);
        this.liveOut = solve();
        this.atRest = new int[code.length][];
        int end = code.length;
        while (end > 0) {
            int start = blockStart[end - 1];
            BitSet live = (BitSet) liveOut[start].clone();
            for (int pc = end - 1; pc >= start; pc--) {
                if (code[pc].instr instanceof Instr.Call) {
                    kill(pc, live);
                    atRest[pc] = live.stream().toArray();
                    gen(pc, live);
                } else {
                    transfer(pc, live);
                    if (isResting(code[pc])) atRest[pc] = live.stream().toArray();
                }
            }
            end = start;
        }
        this.readBeforeWritten = code.length == 0
                ? new int[0]
                : Arrays.stream(at(0))
                        .filter(slot -> slot >= function.parameterCount())
                        .toArray();
    }

    /** The locals, not parameters, that a run of the function may read before it has written them. */
    int[] readBeforeWritten() {
        return readBeforeWritten;
    }

    private static boolean isResting(Op op) {
        return op.visible || op.instr instanceof Instr.Alloc || op.instr instanceof Instr.Return;
    }

    private static int[] blocks(Op[] code) {
        boolean[] starts = new boolean[code.length + 1];
        starts[0] = true;
        for (int pc = 0; pc < code.length; pc++) {
            int[] next = code[pc].successors(pc);
            if (next.length == 1 && next[0] == pc + 1) continue;
            for (int target : next) starts[target] = true;
            starts[pc + 1] = true;
        }
        int[] result = new int[code.length];
        for (int pc = 0, start = 0; pc < code.length; pc++) {
            if (starts[pc]) start = pc;
            result[pc] = start;
        }
        return result;
    }

    private BitSet[] solve() {
        var starts = new ArrayList<Integer>();
        var out = new BitSet[code.length];
        var in = new BitSet[code.length];
        for (int pc = 0; pc < code.length; pc++) {
            if (blockStart[pc] != pc) continue;
            starts.add(pc);
            out[pc] = new BitSet();
            in[pc] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int start : starts.reversed()) {
                int end = start;
                while (end + 1 < code.length && blockStart[end + 1] == start) end++;
                BitSet live = new BitSet();
                for (int target : code[end].successors(end)) live.or(in[target]);
                out[start] = (BitSet) live.clone();
                for (int pc = end; pc >= start; pc--) transfer(pc, live);
                if (!live.equals(in[start])) {
                    in[start] = live;
                    changed = true;
                }
            }
        }
        return out;
    }

    private void transfer(int pc, BitSet live) {
        kill(pc, live);
        gen(pc, live);
    }

    private void kill(int pc, BitSet live) {
        Operands.forEachWritten(code[pc].instr, local -> live.clear(function.slot(local)));
    }

    private void gen(int pc, BitSet live) {
        Operands.forEachRead(
                code[pc].instr, expr -> Operands.forEachLocal(expr, local -> live.set(function.slot(local))));
    }

    int[] at(int pc) {
        if (!(code[pc].instr instanceof Instr.Call) && atRest[pc] != null) return atRest[pc];
        int start = blockStart[pc];
        int end = pc;
        while (end + 1 < code.length && blockStart[end + 1] == start) end++;
        BitSet live = (BitSet) liveOut[start].clone();
        for (int i = end; i >= pc; i--) transfer(i, live);
        return live.stream().toArray();
    }

    int[] afterCall(int pc) {
        return atRest[pc];
    }
}
