package dev.moirai.predict;

import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A predicted order of the steps of a trace, and what is claimed of its end. Steps are known by their numbers in the trace.
 *
 * @param order the steps that happen, in the new order
 * @param woken by signal: the thread it is to wake, where the prediction depends on it
 * @param switches how many context switches it takes
 */
public record Forecast(
        Property property, Claimed claimed, List<Integer> order, Map<Integer, Integer> woken, int switches) {
    /** What is to be seen when the order has been run. */
    public sealed interface Claimed {
        /** The last step of the order fails. */
        record Fails(int step, FailedCondition failure) implements Claimed {}

        /** Two threads stand before conflicting accesses. */
        record Race(int first, int second) implements Claimed {}

        /** A remote access has come between two of one transaction. */
        record Broken(int first, int remote, int second, String pattern) implements Claimed {}

        /** Threads stand before these steps, and nobody can move. */
        record Deadlock(List<Integer> steps, Shape shape) implements Claimed {}

        /** A thread stands before a step that uses a synchronisation object against its rules. */
        record Misuse(int step) implements Claimed {}

        /** A branch of the last step goes the other way. */
        record Flips(int step) implements Claimed {}
    }

    /** Why nobody can move. */
    public enum Shape {
        /** Each thread waits for a lock that the next one holds; threads outside the cycle may have to come to rest first. */
        CYCLE,
        /** Whatever the reason. */
        ANY
    }

    public Forecast {
        order = List.copyOf(order);
        woken = Map.copyOf(woken);
    }

    static Forecast of(Property property, Session.Reply.Found found) {
        var order = new ArrayList<Integer>(found.order().size());
        for (StepNode node : found.order()) order.add(node.number());
        Map<Integer, Integer> woken = new LinkedHashMap<>();
        found.woken().forEach((node, thread) -> woken.put(node.number(), thread));
        return new Forecast(property, claimed(found.claim()), order, woken, found.switches());
    }

    private static Claimed claimed(Claim claim) {
        return switch (claim) {
            case Claim.Assertion(var node, var _, var failure) -> new Claimed.Fails(node.number(), failure);
            case Claim.Flip(var node, var _, var _) -> new Claimed.Flips(node.number());
            case Claim.Race(var first, var second) -> new Claimed.Race(first.number(), second.number());
            case Claim.Broken(var first, var remote, var second, var pattern) ->
                new Claimed.Broken(first.number(), remote.number(), second.number(), pattern);
            case Claim.Cycle(var points) -> new Claimed.Deadlock(numbers(points), Shape.CYCLE);
            case Claim.Stuck(var _, var points, var _) -> new Claimed.Deadlock(numbers(points), Shape.ANY);
            case Claim.DestroyedHeld(var destroy, var _) -> new Claimed.Misuse(destroy.number());
            case Claim.Misused(var node) -> new Claimed.Misuse(node.number());
            case Claim.UsedDestroyed(var _, var use) -> new Claimed.Misuse(use.number());
        };
    }

    private static List<Integer> numbers(List<StepNode> nodes) {
        return nodes.stream().map(StepNode::number).toList();
    }
}
