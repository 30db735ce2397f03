package dev.moirai.analysis;

import dev.moirai.ir.Definedness;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which locals can still be read. A local that is only read to compute other dead locals is dead too (strong liveness).
 *
 * <p>Solved over basic blocks; what is live before an instruction is found again by walking its block backwards.
 */
public final class Liveness {
    private final Function function;
    private final LocalNumbers numbers;
    private final int[] leaders;
    private final int[] blockOf;
    private final BitSet[] liveAtEnd;

    public Liveness(Function function, FlowGraph flow) {
        this.function = function;
        this.numbers = new LocalNumbers(function);
        int size = function.body().size();
        blockOf = new int[size];
        leaders = findBlocks(flow);
        liveAtEnd = new BitSet[leaders.length];
        for (int b = 0; b < leaders.length; b++) liveAtEnd[b] = new BitSet();
        solve(flow);
    }

    public Liveness(Function function) {
        this(function, new FlowGraph(function));
    }

    private int[] findBlocks(FlowGraph flow) {
        int size = function.body().size();
        var leads = new BitSet(size + 1);
        leads.set(0);
        for (int i = 0; i < size; i++) {
            Instr instr = function.body().get(i);
            if (instr instanceof Instr.Label) leads.set(i);
            if (flow.first(i) != i + 1 || flow.second(i) != FlowGraph.NONE) leads.set(i + 1);
        }
        leads.clear(size, size + 1);
        int[] starts = leads.stream().toArray();
        for (int b = 0; b < starts.length; b++) {
            int end = b + 1 < starts.length ? starts[b + 1] : size;
            for (int i = starts[b]; i < end; i++) blockOf[i] = b;
        }
        return starts;
    }

    private int end(int block) {
        return block + 1 < leaders.length ? leaders[block + 1] : function.body().size();
    }

    private void solve(FlowGraph flow) {
        List<List<Integer>> predecessors = new ArrayList<>();
        for (int b = 0; b < leaders.length; b++) predecessors.add(new ArrayList<>(2));
        for (int b = 0; b < leaders.length; b++) {
            int last = end(b) - 1;
            if (flow.first(last) != FlowGraph.NONE)
                predecessors.get(blockOf[flow.first(last)]).add(b);
            if (flow.second(last) != FlowGraph.NONE)
                predecessors.get(blockOf[flow.second(last)]).add(b);
        }
        var pending = new ArrayDeque<Integer>();
        var isPending = new BitSet();
        for (int b = leaders.length - 1; b >= 0; b--) {
            pending.add(b);
            isPending.set(b);
        }
        var live = new BitSet();
        while (!pending.isEmpty()) {
            int block = pending.poll();
            isPending.clear(block);
            live.clear();
            live.or(liveAtEnd[block]);
            for (int i = end(block) - 1; i >= leaders[block]; i--)
                before(function.body().get(i), live);
            for (int predecessor : predecessors.get(block)) {
                BitSet known = liveAtEnd[predecessor];
                int count = known.cardinality();
                known.or(live);
                if (known.cardinality() != count && !isPending.get(predecessor)) {
                    pending.add(predecessor);
                    isPending.set(predecessor);
                }
            }
        }
    }

    /** Turns what is live after the instruction into what is live before it. */
    private void before(Instr instr, BitSet live) {
        if (isUseless(instr, live)) return;
        Operands.forEachWritten(instr, local -> live.clear(numbers.of(local)));
        Operands.forEachRead(instr, expr -> Operands.forEachLocal(expr, local -> live.set(numbers.of(local))));
    }

    private boolean isUseless(Instr instr, BitSet liveAfter) {
        return switch (instr) {
            // A function of the real world may do more than return a value.
            case Instr.Nondet(var into, var source, var _) ->
                !liveAfter.get(numbers.of(into)) && !(source instanceof Source.RealCall);
            case Instr.Assign(var into, var value, var _) ->
                !liveAfter.get(numbers.of(into)) && !Definedness.mayFail(value);
            default -> false;
        };
    }

    /** The locals that can be read from the instruction on, itself included. */
    public List<Local> before(int index) {
        BitSet live = after(index);
        before(function.body().get(index), live);
        return locals(live);
    }

    /** The locals that can be read after the instruction and are not set by it. */
    public List<Local> across(int index) {
        BitSet live = after(index);
        Operands.forEachWritten(function.body().get(index), local -> live.clear(numbers.of(local)));
        return locals(live);
    }

    private BitSet after(int index) {
        int block = blockOf[index];
        var live = (BitSet) liveAtEnd[block].clone();
        for (int i = end(block) - 1; i > index; i--) before(function.body().get(i), live);
        return live;
    }

    private List<Local> locals(BitSet live) {
        return live.stream().mapToObj(function.locals()::get).toList();
    }

    /** Instructions that only set a local nobody reads: they can be removed. */
    public BitSet useless() {
        var found = new BitSet();
        for (int block = 0; block < leaders.length; block++) {
            var live = (BitSet) liveAtEnd[block].clone();
            for (int i = end(block) - 1; i >= leaders[block]; i--) {
                Instr instr = function.body().get(i);
                if (isUseless(instr, live)) found.set(i);
                else before(instr, live);
            }
        }
        return found;
    }
}
