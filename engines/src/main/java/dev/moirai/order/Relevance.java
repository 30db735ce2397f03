package dev.moirai.order;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Event.Write;
import dev.moirai.symbolic.Formula;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which reads matter: those whose value occurs in where control goes, in what goes wrong, in what is asked, or in a write
 * to a cell of which some read matters. The others may see anything, and writes that only they could see are
 * dropped.
 */
final class Relevance {
    private final Encoder encoder;
    private final TermPool pool;
    private final BitSet seen = new BitSet();
    private final Set<Cell> cells = new HashSet<>();
    private final Map<Cell, List<Write>> writes = new HashMap<>();
    /** For the variable that stands for the value of a read, the cell that was read. */
    private final Map<Integer, Cell> readBy = new HashMap<>();

    private int[] stack = new int[256];
    private final List<Cell> found = new ArrayList<>();

    Relevance(Encoder encoder) {
        this.encoder = encoder;
        this.pool = encoder.pool();
        for (Event event : encoder.events()) {
            event.writes()
                    .forEach((cell, write) ->
                            writes.computeIfAbsent(cell, _ -> new ArrayList<>()).add(write));
            event.reads().forEach((cell, value) -> variables(value).forEach(variable -> readBy.put(variable, cell)));
        }
    }

    /** Takes the reads and writes out of events that nobody needs. */
    void prune() {
        for (ThreadEncoding thread : encoder.threads()) {
            for (int reached : thread.reached()) mark(reached);
            Formula formula = thread.formula();
            for (Formula.Failure failure : formula.violations()) mark(failure.condition());
            for (Formula.Cut cut : formula.cuts()) mark(cut.condition());
            for (Formula.Choice choice : formula.choices()) mark(choice.term());
            thread.insideSections()
                    .values()
                    .forEach(section -> section.conditions().forEach(this::mark));
        }
        for (Event event : encoder.events()) event.conditions().forEach(this::mark);
        encoder.waits().forEach(this::mark);
        encoder.races().terms().forEach(this::mark);
        while (!found.isEmpty()) {
            for (Write write : writes.getOrDefault(found.removeLast(), List.of())) {
                mark(write.guard());
                mark(write.value());
            }
        }
        for (Event event : encoder.events()) {
            event.reads().values().removeIf(value -> variables(value).stream().noneMatch(seen::get));
            event.writes().keySet().removeIf(cell -> !cells.contains(cell));
        }
    }

    /** Everything the term is made of has been seen; cells whose reads occur for the first time are found. */
    private void mark(int term) {
        int depth = 0;
        stack[depth++] = Math.abs(term);
        while (depth > 0) {
            int node = stack[--depth];
            if (seen.get(node)) continue;
            seen.set(node);
            Operator op = pool.op(node);
            if (op.isVariable()) {
                Cell cell = readBy.get(node);
                if (cell != null && cells.add(cell)) found.add(cell);
            }
            if (depth + op.arity() > stack.length) stack = Arrays.copyOf(stack, 2 * stack.length);
            for (int i = 0; i < op.arity(); i++) stack[depth++] = Math.abs(pool.operand(node, i));
        }
    }

    /** Of the value of a read, which is a variable, or a choice between few constants. */
    private Set<Integer> variables(int value) {
        var variables = new HashSet<Integer>();
        var open = new ArrayList<>(List.of(Math.abs(value)));
        while (!open.isEmpty()) {
            int node = open.removeLast();
            Operator op = pool.op(node);
            if (op.isVariable()) variables.add(node);
            for (int i = 0; i < op.arity(); i++) open.add(Math.abs(pool.operand(node, i)));
        }
        return variables;
    }
}
