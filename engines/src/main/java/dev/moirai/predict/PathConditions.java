package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What must hold for threads to follow the trace: to come to a step, to make it, and to get past each of its events. */
final class PathConditions {
    /** A truth value that must hold for the thread to get past an event of a step, the {@code index}th. */
    record Condition(int index, int term, Otherwise otherwise) {}

    /** What happens where a condition does not hold. */
    enum Otherwise {
        /** The thread goes another way than in the trace. */
        LEAVES,
        /** The run ends: by a division without a result, or an assumption that fails. */
        ENDS
    }

    private final TermPool pool;
    private final Map<StepNode, List<Condition>> conditions = new LinkedHashMap<>();
    private final Map<StepNode, Integer> standing = new HashMap<>();
    private final Map<StepNode, Integer> guards = new HashMap<>();

    PathConditions(TermPool pool) {
        this.pool = pool;
    }

    // ---- what is demanded --------------------------------------------------------------------------------------

    /** The thread leaves the trace at this event unless the term holds. */
    void require(EventPlace at, int term) {
        if (term == TermPool.TRUE) return;
        if (at.isVisible()) standing.merge(at.node(), term, pool::and);
        else add(at, term, Otherwise.LEAVES);
    }

    /** The run ends at this event unless the term holds. */
    void demand(EventPlace at, int term) {
        if (term == TermPool.TRUE) return;
        if (at.isVisible()) guard(at.node(), term);
        else add(at, term, Otherwise.ENDS);
    }

    /** The step happens only where the term holds. */
    void guard(StepNode node, int term) {
        if (term != TermPool.TRUE) guards.merge(node, term, pool::and);
    }

    private void add(EventPlace at, int term, Otherwise otherwise) {
        conditions.computeIfAbsent(at.node(), _ -> new ArrayList<>()).add(new Condition(at.index(), term, otherwise));
    }

    // ---- what others ask ---------------------------------------------------------------------------------------

    /** The conditions behind the visible event of the step, in the order of its events. */
    List<Condition> of(StepNode node) {
        return conditions.getOrDefault(node, List.of());
    }

    /** The steps in which the run may end by a division or an assumption. */
    List<StepNode> perhapsLast() {
        var nodes = new ArrayList<StepNode>();
        conditions.forEach((node, all) -> {
            if (all.stream().anyMatch(each -> each.otherwise() == Otherwise.ENDS)) nodes.add(node);
        });
        return nodes;
    }

    /** What must hold for the thread to stand before the step as it was recorded. */
    int standing(StepNode node) {
        return standing.getOrDefault(node, TermPool.TRUE);
    }

    /** What must hold for the step to happen when its thread stands before it. */
    int guard(StepNode node) {
        return guards.getOrDefault(node, TermPool.TRUE);
    }
}
