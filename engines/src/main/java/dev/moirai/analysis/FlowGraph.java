package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The control flow of one function, instruction by instruction: the successors of each, which can be reached from the
 * start, and which lie on a cycle. A call is taken to return.
 */
public final class FlowGraph {
    /** No successor. */
    public static final int NONE = StronglyConnected.NONE;

    private final int[] first;
    private final int[] second;
    private final StronglyConnected connected;
    private final BitSet cyclic;

    public FlowGraph(Function function) {
        List<Instr> body = function.body();
        int size = body.size();
        first = new int[size];
        second = new int[size];
        Map<String, Integer> labels = new HashMap<>();
        for (int i = 0; i < size; i++) {
            if (body.get(i) instanceof Instr.Label label) labels.put(label.name(), i);
        }
        for (int i = 0; i < size; i++) {
            first[i] = i + 1 < size ? i + 1 : NONE;
            second[i] = NONE;
            switch (body.get(i)) {
                case Instr.Goto(var target, var _) -> first[i] = position(labels, target);
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    first[i] = position(labels, whenTrue);
                    int other = position(labels, whenFalse);
                    if (other != first[i]) second[i] = other;
                }
                case Instr.Terminal _ -> first[i] = NONE;
                default -> {}
            }
        }
        connected = StronglyConnected.from(IntStream.range(0, Math.min(1, size)), size, new StronglyConnected.Graph() {
            @Override
            public int places(int at) {
                return 2;
            }

            @Override
            public int target(int at, int place) {
                return place == 0 ? first[at] : second[at];
            }
        });
        cyclic = connected.cyclic();
    }

    private static int position(Map<String, Integer> labels, String label) {
        Integer at = labels.get(label);
        if (at == null) throw new IllegalArgumentException("no label " + label);
        return at;
    }

    public int size() {
        return first.length;
    }

    /** A successor, or {@link #NONE}. */
    public int first(int at) {
        return first[at];
    }

    /** The other successor of a branch, or {@link #NONE}. */
    public int second(int at) {
        return second[at];
    }

    public boolean isReachable(int at) {
        return connected.isReached(at);
    }

    /** Whether control can come back to this instruction within the same activation. */
    public boolean isOnCycle(int at) {
        return isReachable(at) && cyclic.get(connected.component(at));
    }

    /**
     * The strongly connected component of a reachable instruction, numbered so that control never goes from a component
     * to one with a higher number.
     */
    public int component(int at) {
        return connected.component(at);
    }

    public int components() {
        return connected.components();
    }

    /** All instructions that control can reach from the marked ones, including these. */
    public BitSet closure(BitSet from) {
        var reached = new BitSet(size());
        int[] stack = new int[size()];
        int depth = 0;
        for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) {
            reached.set(i);
            stack[depth++] = i;
        }
        while (depth > 0) {
            int at = stack[--depth];
            for (int way = 0; way < 2; way++) {
                int next = way == 0 ? first[at] : second[at];
                if (next != NONE && !reached.get(next)) {
                    reached.set(next);
                    stack[depth++] = next;
                }
            }
        }
        return reached;
    }
}
