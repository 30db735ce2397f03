package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads that meet: who comes back from a phaser's advance has seen all arrive of that phase, and who comes back from an
 * exchange the other one come. Who meets whom is as it was recorded.
 */
final class MeetingCalls {
    private static final String PHASER = "java/util/concurrent/Phaser";
    private static final String EXCHANGER = "java/util/concurrent/Exchanger";
    private static final Set<String> AWAITING = Set.of("arriveAndAwaitAdvance", "awaitAdvance");

    /** Who has come to one object. */
    private static final class Meeting {
        private List<JvmValue> coming = new ArrayList<>();
        private final Map<Long, List<JvmValue>> byPhase = new HashMap<>();
    }

    private final Milestones milestones;
    private final Map<Long, Meeting> meetings = new HashMap<>();
    /** By call under way of an exchange: its place among those of its object. */
    private final Map<Call, Integer> places = new HashMap<>();

    MeetingCalls(Milestones milestones) {
        this.milestones = milestones;
    }

    private Meeting meeting(Call call) {
        return meetings.computeIfAbsent(call.receiver().bits(), _ -> new Meeting());
    }

    void begins(FollowedThread thread, String type, Call call) {
        boolean exchanges = type.equals(EXCHANGER) && call.name().equals("exchange");
        boolean arrives = type.equals(PHASER) && call.name().startsWith("arrive");
        if (!exchanges && !arrives) return;
        JvmValue arrival = milestones.fresh(call.name());
        Meeting meeting = meeting(call);
        if (exchanges) places.put(call, meeting.coming.size());
        meeting.coming.add(arrival);
        milestones.pass(thread, Events.Aspect.HAND, arrival);
    }

    void returns(FollowedThread thread, String type, Call call, JvmValue given) {
        Integer place = places.remove(call);
        if (place != null) {
            List<JvmValue> coming = meeting(call).coming;
            int other = place ^ 1;
            if (other < coming.size()) milestones.await(thread, coming.get(other));
        } else if (type.equals(PHASER) && AWAITING.contains(call.name()) && given.kind() == Kind.INT) {
            Meeting meeting = meeting(call);
            if (!meeting.byPhase.containsKey(given.bits())) {
                meeting.byPhase.put(given.bits(), meeting.coming);
                meeting.coming = new ArrayList<>();
            }
            for (JvmValue arrival : meeting.byPhase.get(given.bits())) milestones.await(thread, arrival);
        }
    }
}
