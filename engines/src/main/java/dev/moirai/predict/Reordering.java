package dev.moirai.predict;

import dev.moirai.logic.Evaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns a model into a sequence of steps: sorted by the number of context switches before them, so that threads run on where they can. */
final class Reordering {
    private static final long LAST = Long.MAX_VALUE - 1;

    private Reordering() {}

    static Session.Reply.Found of(TraceProgram program, PrefixFormula formula, Evaluator model, Claim asked) {
        Claim claim =
                asked instanceof Claim.Stuck stuck ? stuck.at(formula.stuck().in(model)) : asked;
        var order = new ArrayList<StepNode>(
                program.nodes().subList(0, formula.slice().window().from()));
        Map<Integer, StepNode> targets = targets(claim);
        var queues = new ArrayList<List<StepNode>>();
        Map<StepNode, Long> clocks = new HashMap<>();
        int[] switches = formula.switches().before(model);
        for (int thread = 0; thread < program.threadCount(); thread++) {
            queues.add(
                    queue(program, formula, model, thread, Optional.ofNullable(targets.get(thread)), switches, clocks));
        }
        merge(queues, clocks, order);
        return new Session.Reply.Found(
                claim,
                order,
                formula.wakings().in(model),
                Arrays.stream(switches).max().orElse(0));
    }

    /** The steps before which threads are to stand. */
    private static Map<Integer, StepNode> targets(Claim claim) {
        var targets = new HashMap<Integer, StepNode>();
        switch (claim) {
            case Claim.Race(var first, var second) -> {
                targets.put(first.thread(), first);
                targets.put(second.thread(), second);
            }
            case Claim.Cycle(var points) -> points.forEach(node -> targets.put(node.thread(), node));
            case Claim.Stuck(var _, var points, var _) -> points.forEach(node -> targets.put(node.thread(), node));
            case Claim.DestroyedHeld(var destroy, var _) -> targets.put(destroy.thread(), destroy);
            case Claim.UsedDestroyed(var _, var use) -> targets.put(use.thread(), use);
            case Claim.Misused(var node) -> targets.put(node.thread(), node);
            case Claim.Assertion _, Claim.Flip _, Claim.Broken _ -> {}
        }
        return targets;
    }

    private static List<StepNode> queue(
            TraceProgram program,
            PrefixFormula formula,
            Evaluator model,
            int thread,
            Optional<StepNode> target,
            int[] switches,
            Map<StepNode, Long> clocks) {
        int end = target.map(StepNode::position).orElse(0);
        for (EncodedStep key : formula.encoded(thread)) {
            if (model.isTrue(key.executed())) end = Math.max(end, key.node().position() + 1);
        }
        var queue = new ArrayList<StepNode>();
        int broken = unfinished(program, thread, end);
        long clock = 0;
        for (StepNode node : formula.slice().part(program.thread(thread), node -> node)) {
            if (node.position() >= end) break;
            if (formula.isEncoded(node)) clock = switches[formula.encoded(node).moment()];
            clocks.put(node, node.position() >= broken ? LAST : clock);
            queue.add(node);
        }
        return queue;
    }

    /** Where the atomic section begins that the thread has begun and not ended: no other thread moves after that. */
    private static int unfinished(TraceProgram program, int thread, int end) {
        for (TraceProgram.Atomic atomic : program.atomics()) {
            boolean begun = atomic.begin().thread() == thread && atomic.begin().position() < end;
            if (begun && atomic.end().position() >= end) return atomic.begin().position();
        }
        return Integer.MAX_VALUE;
    }

    private static void merge(List<List<StepNode>> queues, Map<StepNode, Long> clocks, List<StepNode> order) {
        int[] at = new int[queues.size()];
        int current = 0;
        while (true) {
            int best = -1;
            long least = Long.MAX_VALUE;
            for (int i = 0; i < at.length; i++) {
                int thread = (current + i) % at.length;
                if (at[thread] == queues.get(thread).size()) continue;
                long clock = clocks.getOrDefault(queues.get(thread).get(at[thread]), 0L);
                if (clock < least) {
                    least = clock;
                    best = thread;
                }
            }
            if (best < 0) return;
            order.add(queues.get(best).get(at[best]++));
            current = best;
        }
    }
}
