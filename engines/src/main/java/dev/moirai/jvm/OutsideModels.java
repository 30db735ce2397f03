package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls that are not followed: what the trace says of them. The JDK's locks, atomics, counters and executors have models, in
 * which the public call is the event. Pure functions are terms. Whatever else is called has seen its arguments, so they are held
 * to what they were; and if others may notice the call, all calls on the same object keep their order. A model may be
 * generous: what it allows and the JVM does not do is never reported.
 */
final class OutsideModels {
    private final JvmRun run;
    private final Boxes boxes;
    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final LockCalls locks;
    private final AtomicCalls atomics;
    private final FieldHandles handles;
    private final WaitingCalls waiting;
    private final TaskCalls tasks;
    private final KeyedCalls keyed;
    private final MeetingCalls meetings;
    private final ClassInitialisations initialisations;
    /** By object of the JDK without a model: how many calls have changed it. */
    private final Map<Long, Long> versions = new HashMap<>();

    OutsideModels(
            JvmRun run,
            ClassFiles classes,
            Boxes boxes,
            Accesses.Constants constants,
            Events events,
            JvmMemory memory,
            JvmSynchronisation synchronisation,
            JvmObjects objects,
            Functions functions,
            Milestones milestones,
            ClassInitialisations initialisations) {
        this.run = run;
        this.boxes = boxes;
        this.events = events;
        this.memory = memory;
        this.objects = objects;
        this.locks = new LockCalls(synchronisation, new StampedCalls(events, memory, objects, synchronisation));
        this.atomics = new AtomicCalls(events, memory, objects, functions);
        this.handles = new FieldHandles(events, memory, objects, classes, constants);
        this.waiting = new WaitingCalls(memory, synchronisation, objects);
        this.tasks = new TaskCalls(run, memory, synchronisation, objects, functions, milestones);
        this.keyed = new KeyedCalls(synchronisation, objects);
        this.meetings = new MeetingCalls(milestones);
        this.initialisations = initialisations;
    }

    /** The class whose method a call really runs, as far as it is known. */
    private String type(Call call) {
        if (call.isStatic()) return call.owner();
        String dynamic = run.object(call.receiver().bits()).type();
        return dynamic.equals("null") ? call.owner() : dynamic;
    }

    /** A call begins. */
    void begins(FollowedThread thread, Call call) {
        if (!call.isAnnounced()) {
            if (mayGiveAway(call)) tasks.begins(thread, call.owner(), call);
            return;
        }
        String type = type(call);
        if (locks.begins(thread, type, call) || waiting.begins(thread, type, call)) return;
        meetings.begins(thread, type, call);
        tasks.begins(thread, type, call);
    }

    /** Calls that others do not notice, by which functions are given away all the same: of streams, and of a task on itself. */
    private static boolean mayGiveAway(Call call) {
        return BulkCalls.isOfStreams(call.owner()) || call.isOfForkJoin();
    }

    /** The call has come back with this; returns what the program gets, perhaps with a symbol. */
    Optional<JvmValue> returns(FollowedThread thread, Call call, Optional<JvmValue> observed) {
        handles.made(call, observed);
        if (call.isAnnounced()) {
            String type = type(call);
            Optional<JvmValue> modelled = locks.returns(thread, type, call, observed)
                    .or(() -> atomics.returns(thread, type, call, observed))
                    .or(() -> handles.returns(thread, call, observed))
                    .or(() -> elsewhere(waiting.returns(thread, type, call, observed)))
                    .or(() -> elsewhere(tasks.returns(thread, type, call, observed)));
            if (modelled.isPresent()) return observed.isEmpty() ? observed : modelled;
            meetings.returns(thread, type, call, observed.orElse(JvmValue.NULL));
            if (call.isStatic()) memory.changedElsewhere();
            if (!PureCalls.isMute(call)) pin(thread, call);
            if (!call.isStatic()) keepsItsOrder(thread, type, call);
            keyed.ends(thread, call);
            return observed;
        }
        if (mayGiveAway(call)) tasks.returns(thread, call.owner(), call, observed);
        boxes.learn(call, observed);
        Optional<JvmValue> box = boxes.value(events, thread, call, observed);
        if (box.isPresent()) return box;
        Optional<JvmValue> pure = PureCalls.value(events, thread, call, observed);
        if (pure.isPresent()) return pure;
        if (!PureCalls.isMute(call)) pin(thread, call);
        if (!PureCalls.isWithoutEffect(call)) memory.changedElsewhere();
        return observed;
    }

    /** What such a model knows does not lie in memory. */
    private Optional<JvmValue> elsewhere(Optional<JvmValue> modelled) {
        if (modelled.isPresent()) memory.changedElsewhere();
        return modelled;
    }

    private void pin(FollowedThread thread, Call call) {
        for (int i = 0; i < call.arguments().size(); i++) {
            JvmValue each = call.arguments().get(i);
            if (!each.isNotMade()) events.pin(thread, each, i);
        }
    }

    /** An object has been made by a constructor that is not followed. */
    void made(FollowedThread thread, Call call) {
        for (int i = 1; i < call.arguments().size(); i++)
            events.pin(thread, call.arguments().get(i), i);
        atomics.made(call);
        waiting.made(call);
        tasks.made(thread, call);
    }

    /** The JDK calls a method of the program while a call is under way; returns its arguments, perhaps with symbols. */
    List<JvmValue> calledBack(FollowedThread thread, Call call, List<JvmValue> arguments) {
        if (!call.isAnnounced()) return arguments;
        keyed.calledBack(thread, type(call), call);
        return atomics.calledBack(thread, type(call), call, arguments);
    }

    /** That method has returned this. */
    void hasReturned(FollowedThread thread, Optional<JvmValue> result) {
        tasks.ends(thread, result);
        atomics.hasReturned(thread, result);
    }

    /** That method has ended by an exception. */
    void hasThrown(FollowedThread thread) {
        tasks.ends(thread, Optional.empty());
        if (!thread.isIdle()) thread.top().callUnderWay().ifPresent(call -> keyed.ends(thread, call));
        atomics.hasThrown(thread);
    }

    void spawned(FollowedThread thread, int child) {
        initialisations.spawned();
        tasks.spawned(thread, child);
    }

    void taskBegins(FollowedThread thread, ClassFiles.Method method, List<JvmValue> arguments) {
        tasks.begins(thread, method, arguments);
    }

    // ---- without a model ---------------------------------------------------------------------------------------

    /**
     * Calls on one object of the JDK: each change makes a new version, and each call has seen the version it saw. Objects that
     * are made for several threads do not race by themselves; others do, like fields.
     */
    private void keepsItsOrder(FollowedThread thread, String type, Call call) {
        JvmValue object = call.receiver();
        Range range = objects.facet(object.bits(), JvmObjects.Facet.STATE, Kind.LONG.bytes());
        Access access = JdkEffects.isOfOneThread(type, call.name()) ? Access.PLAIN : Access.ATOMIC;
        long version = versions.getOrDefault(object.bits(), 0L);
        JvmValue seen;
        if (JdkEffects.isReading(call.name())) {
            seen = memory.read(thread, object, range, Kind.LONG, access, version);
        } else {
            seen = memory.modify(
                    thread, object, range, Kind.LONG, Instr.RmwOp.ADD, JvmValue.of(Kind.LONG, 1), access, version);
            versions.put(object.bits(), version + 1);
        }
        events.pin(thread, seen, call.arguments().size());
    }
}
