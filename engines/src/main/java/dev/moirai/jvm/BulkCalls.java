package dev.moirai.jvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Calls that come back when functions have been called, by other threads too: a stream's result, {@code invokeAll}. The
 * functions are called after the call has begun, and have come back before it does.
 */
final class BulkCalls {
    /** A call under way. */
    private static final class Bulk {
        private final Call call;
        private final JvmValue begun;
        private final JvmValue ended;
        private final Set<Integer> helpers = new HashSet<>();
        private int ends;

        private Bulk(Call call, JvmValue begun, JvmValue ended) {
            this.call = call;
            this.begun = begun;
            this.ended = ended;
        }
    }

    private static final String STREAMS = "java/util/stream/";

    private final Milestones milestones;
    private final JvmSynchronisation synchronisation;
    /** By thread. */
    private final Map<Integer, Bulk> underWay = new HashMap<>();
    /** By helping thread: what it helps with now. */
    private final Map<Integer, Bulk> helping = new HashMap<>();

    BulkCalls(Milestones milestones, JvmSynchronisation synchronisation) {
        this.milestones = milestones;
        this.synchronisation = synchronisation;
    }

    static boolean isOfStreams(String type) {
        return type.startsWith(STREAMS);
    }

    private static boolean isOne(String type, Call call) {
        if (isOfStreams(type)) return !call.descriptor().endsWith("Stream;") && !type.endsWith("Collectors");
        return switch (call.name()) {
            case "invokeAll", "invoke" ->
                !call.isStatic() && (type.contains("Executor") || type.contains("ForkJoinPool"));
            case "parallelSetAll", "parallelPrefix", "parallelSort" -> type.equals("java/util/Arrays");
            default -> false;
        };
    }

    /** Whether the call may come back while functions are still called. */
    private static boolean isHasty(Call call) {
        return call.name().startsWith("find")
                || call.name().endsWith("Match")
                || call.name().endsWith("terator");
    }

    void begins(FollowedThread thread, String type, Call call) {
        if (!isOne(type, call)) return;
        Bulk before = underWay.get(thread.number());
        // What is not under way any more has thrown.
        if (before != null && thread.isCalling(before.call)) return;
        var bulk = new Bulk(call, milestones.fresh(call.name()), milestones.fresh(call.name()));
        underWay.put(thread.number(), bulk);
        milestones.pass(thread, Events.Aspect.HAND, bulk.begun);
    }

    void returns(FollowedThread thread, Call call) {
        Bulk bulk = underWay.get(thread.number());
        if (bulk == null || bulk.call != call) return;
        underWay.remove(thread.number());
        if (isHasty(call)) return;
        for (int i = 0; i < bulk.ends; i++)
            synchronisation.down(thread, Events.Aspect.JOIN_TASK, bulk.ended, JvmObjects.Facet.STATE, 0);
    }

    /** A thread that had nothing to do calls a function of this giver's. */
    void helps(FollowedThread thread, int giver) {
        Bulk bulk = underWay.get(giver);
        if (bulk == null || giver == thread.number()) return;
        if (bulk.helpers.add(thread.number())) milestones.await(thread, bulk.begun);
        helping.put(thread.number(), bulk);
    }

    /** The function has come back. */
    void hasHelped(FollowedThread thread) {
        Optional.ofNullable(helping.remove(thread.number())).ifPresent(bulk -> {
            if (!underWay.containsValue(bulk)) return;
            bulk.ends++;
            synchronisation.up(thread, Events.Aspect.HELPED, bulk.ended, JvmObjects.Facet.STATE, 0);
        });
    }
}
