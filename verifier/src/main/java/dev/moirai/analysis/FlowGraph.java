package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The control flow of one function, instruction by instruction: where control can go from each, which can be reached
 * from the start, and which lie on a cycle. A call is taken to return.
 */
public final class FlowGraph {
    /** No successor. */
    public static final int NONE = -1;

    private final int[] first;
    private final int[] second;
    private final BitSet reachable = new BitSet();
    private final int[] component;
    private int components;
    private final BitSet cyclic = new BitSet();

    public FlowGraph(Function function) {
        List<Instr> body = function.body();
        int size = body.size();
        first = new int[size];
        second = new int[size];
        component = new int[size];
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
                case Instr.Return _, Instr.ExitProcess _, Instr.ExitThread _, Instr.Cut _ -> first[i] = NONE;
                default -> {}
            }
        }
        if (size > 0) findComponents();
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
        return reachable.get(at);
    }

    /** Whether control that stands here can come here again within the same activation. */
    public boolean isOnCycle(int at) {
        return cyclic.get(component[at]);
    }

    /**
     * The strongly connected component of a reachable instruction, numbered so that control never goes from a component
     * to one with a higher number.
     */
    public int component(int at) {
        return component[at];
    }

    public int components() {
        return components;
    }

    /** All instructions that control can reach from the marked ones, these included. */
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

    /** Tarjan's algorithm from the first instruction, with an explicit stack: bodies can be long. */
    private void findComponents() {
        int size = size();
        int[] number = new int[size];
        int[] low = new int[size];
        int[] way = new int[size];
        int[] path = new int[size];
        int[] open = new int[size];
        BitSet isOpen = new BitSet(size);
        int depth = 0;
        int opened = 0;
        int next = 1;
        path[depth++] = 0;
        while (depth > 0) {
            int at = path[depth - 1];
            if (number[at] == 0) {
                number[at] = low[at] = next++;
                reachable.set(at);
                open[opened++] = at;
                isOpen.set(at);
            }
            boolean descended = false;
            while (way[at] < 2) {
                int to = way[at]++ == 0 ? first[at] : second[at];
                if (to == NONE) continue;
                if (number[to] == 0) {
                    path[depth++] = to;
                    descended = true;
                    break;
                }
                if (isOpen.get(to)) low[at] = Math.min(low[at], number[to]);
            }
            if (descended) continue;
            depth--;
            if (depth > 0) {
                int from = path[depth - 1];
                low[from] = Math.min(low[from], low[at]);
            }
            if (low[at] == number[at]) opened = close(at, open, opened, isOpen);
        }
    }

    private int close(int root, int[] open, int opened, BitSet isOpen) {
        int top = opened;
        int member;
        do {
            member = open[--top];
            isOpen.clear(member);
            component[member] = components;
        } while (member != root);
        boolean loop = opened - top > 1 || first[root] == root || second[root] == root;
        if (loop) cyclic.set(components);
        components++;
        return top;
    }
}
