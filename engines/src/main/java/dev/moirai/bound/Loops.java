package dev.moirai.bound;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The loops of a function as stretches of its text: from the target of a backward jump to the last jump back to it.
 * Stretches that overlap without one holding the other are widened until they nest, so gotos of any kind are covered:
 * a jump either goes forward, or back to the first instruction of a loop around it.
 */
final class Loops {
    private final Map<Integer, Loop> byFirst = new HashMap<>();
    private final List<Loop> loops = new ArrayList<>();
    private final Map<String, Integer> labels;
    private final List<Instr> body;
    private final Map<Loop, BitSet> leaving = new HashMap<>();

    Loops(Function function) {
        body = function.body();
        labels = labelIndices(body);
        var lastOfFirst = new TreeMap<Integer, Integer>();
        for (int i = 0; i < body.size(); i++) {
            for (int target : targets(i)) if (target <= i) lastOfFirst.merge(target, i, Math::max);
        }
        var starts = new ArrayList<>(lastOfFirst.keySet());
        boolean widened = true;
        while (widened) {
            widened = false;
            for (int outer : starts) {
                for (int inner : starts) {
                    int outerLast = lastOfFirst.getOrDefault(outer, outer);
                    int innerLast = lastOfFirst.getOrDefault(inner, inner);
                    if (outer < inner && inner <= outerLast && outerLast < innerLast) {
                        lastOfFirst.put(outer, innerLast);
                        widened = true;
                    }
                }
            }
        }
        int users = 0;
        for (var stretch : lastOfFirst.entrySet()) {
            int first = stretch.getKey();
            Optional<String> library = body.get(first) instanceof Instr.Label(var name, var _)
                    ? function.libraryLoop(name)
                    : Optional.empty();
            if (library.isEmpty()) users++;
            var loop = new Loop(
                    function.name(),
                    library.isEmpty() ? users : 0,
                    first,
                    stretch.getValue(),
                    body.get(first).span(),
                    library,
                    waits(body.subList(first, stretch.getValue() + 1)));
            loops.add(loop);
            byFirst.put(first, loop);
        }
    }

    private static boolean waits(List<Instr> turn) {
        for (Instr instr : turn) {
            if (instr instanceof Instr.Await || instr instanceof Instr.Awake || instr instanceof Instr.Yield)
                return true;
        }
        return false;
    }

    /** Those the user has written, in the order of the function's text. */
    static List<Loop> ofUser(Function function) {
        return new Loops(function).loops.stream().filter(Loop::isUsers).toList();
    }

    Optional<Loop> startingAt(int index) {
        return Optional.ofNullable(byFirst.get(index));
    }

    /** The loops around an instruction, outermost first. */
    List<Loop> around(int index) {
        var around = new ArrayList<Loop>(0);
        for (Loop loop : loops) if (loop.contains(index)) around.add(loop);
        return around;
    }

    int indexOf(String label) {
        Integer index = labels.get(label);
        if (index == null) throw new IllegalArgumentException("no label " + label);
        return index;
    }

    /**
     * Whether control can leave the loop from this instruction on without effects and without another iteration. After
     * the last full iteration only such code is kept, so that the test at a loop's top is made once more than its body.
     */
    boolean canLeaveAtOnce(Loop loop, int index) {
        return leaving.computeIfAbsent(loop, this::leavingPoints).get(index);
    }

    private BitSet leavingPoints(Loop loop) {
        var result = new BitSet();
        for (int i = loop.last(); i >= loop.first(); i--) {
            if (!isPure(body.get(i))) continue;
            boolean leaves = !endsFlow(body.get(i)) && reaches(loop, result, i, i + 1);
            for (int target : targets(i)) leaves |= reaches(loop, result, i, target);
            if (leaves) result.set(i);
        }
        return result;
    }

    private static boolean reaches(Loop loop, BitSet leaving, int from, int target) {
        return !loop.contains(target) || (target > from && leaving.get(target));
    }

    private static boolean isPure(Instr instr) {
        return switch (instr) {
            case Instr.Assign _,
                    Instr.Nondet _,
                    Instr.Load _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.Branch _,
                    Instr.Fence _,
                    Instr.Assume _ -> true;
            default -> false;
        };
    }

    private static boolean endsFlow(Instr instr) {
        return instr instanceof Instr.Goto || instr instanceof Instr.Branch;
    }

    /** Whether every turn of the loop comes by the instruction exactly once. */
    boolean isOnEveryTurn(Loop loop, int index) {
        if (!around(index).getLast().equals(loop)) return false;
        var seen = new BitSet();
        var open = new ArrayDeque<Integer>();
        open.add(loop.first());
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == index || !loop.contains(at) || seen.get(at)) continue;
            seen.set(at);
            for (int next : successors(at)) {
                if (next == loop.first()) return false;
                open.add(next);
            }
        }
        return true;
    }

    private List<Integer> successors(int index) {
        return switch (body.get(index)) {
            case Instr.Goto _, Instr.Branch _ -> targets(index);
            case Instr.Terminal _ -> List.of();
            default -> List.of(index + 1);
        };
    }

    private List<Integer> targets(int index) {
        return switch (body.get(index)) {
            case Instr.Goto(var target, var _) -> List.of(indexOf(target));
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                List.of(indexOf(whenTrue), indexOf(whenFalse));
            default -> List.of();
        };
    }

    private static Map<String, Integer> labelIndices(List<Instr> body) {
        var indices = new HashMap<String, Integer>();
        for (int i = 0; i < body.size(); i++) {
            if (body.get(i) instanceof Instr.Label(var name, var _)) indices.put(name, i);
        }
        return indices;
    }
}
