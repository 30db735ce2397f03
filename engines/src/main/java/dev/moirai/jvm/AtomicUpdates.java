package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code getAndUpdate}, {@code accumulateAndGet} and their kin: the function is the program's, and is followed between a read and
 * a write of the variable that nobody interrupts. Where the JDK has tried twice because somebody did, the trace ends.
 */
final class AtomicUpdates {
    /** An update under way. */
    private static final class Update {
        final JvmValue old;
        final int began;
        Optional<JvmValue> result = Optional.empty();

        Update(JvmValue old, int began) {
            this.old = old;
            this.began = began;
        }
    }

    private final Events events;
    private final Functions functions;
    private final Map<Integer, Update> underWay = new HashMap<>();

    AtomicUpdates(Events events, Functions functions) {
        this.events = events;
        this.functions = functions;
    }

    static boolean isOne(Call call) {
        return switch (call.name()) {
            case "getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet" -> true;
            default -> false;
        };
    }

    private static boolean accumulates(Call call) {
        return call.argumentCount() == 2;
    }

    /** The function begins: its last arguments are what was read, and the operand if there is one. */
    List<JvmValue> begins(FollowedThread thread, Call call, AtomicStep step, List<JvmValue> given) {
        int first = given.size() - call.argumentCount();
        if (first < 0) return given;
        if (underWay.containsKey(thread.number())) throw interrupted(call);
        JvmValue old = step.beginUpdate(given.get(first).bits());
        underWay.put(thread.number(), new Update(old, events.stepCount()));
        var arguments = new ArrayList<>(given);
        arguments.set(first, old);
        if (accumulates(call)) arguments.set(first + 1, call.argument(0));
        return arguments;
    }

    void computed(FollowedThread thread, Optional<JvmValue> result) {
        Update update = underWay.get(thread.number());
        if (update != null) update.result = result;
    }

    /** The function ends by an exception, so nothing is written. */
    void abandoned(FollowedThread thread) {
        Update update = underWay.remove(thread.number());
        if (update != null && update.old.isSymbolic()) events.endAtomic(thread);
    }

    /** The call returns: what it has written is known from the function, or from what it returns. */
    JvmValue ends(FollowedThread thread, Call call, AtomicStep step, JvmValue observed) {
        boolean givesNew = call.name().endsWith("AndGet");
        Update update = underWay.remove(thread.number());
        if (update == null) {
            JvmValue old = step.beginUpdate(givesNew ? step.before() : observed.bits());
            JvmValue written = ofTheJdk(thread, call, old, observed, givesNew);
            step.endUpdate(old, written);
            return givesNew ? written : old;
        }
        if (!events.areStepsOf(thread, update.began)) throw interrupted(call);
        JvmValue written = update.result.orElseThrow(() -> new FollowException(call.name() + " has got no result"));
        step.endUpdate(update.old, written);
        return givesNew ? written : update.old;
    }

    private static FollowException interrupted(Call call) {
        return new FollowException("the function of " + call.name() + " was interrupted");
    }

    /** A function of the JDK's, which is not followed: known by its name, or by what came of it. */
    private JvmValue ofTheJdk(FollowedThread thread, Call call, JvmValue old, JvmValue observed, boolean givesNew) {
        JvmValue function = call.argument(call.argumentCount() - 1);
        Optional<Call> target = accumulates(call)
                ? functions.target(function.bits()).map(it -> it.on(List.of(old, call.argument(0))))
                : Optional.empty();
        Optional<JvmValue> term = target.flatMap(it -> PureCalls.result(it)
                .flatMap(bits -> PureCalls.value(events, thread, it, Optional.of(JvmValue.of(old.kind(), bits)))));
        if (term.isPresent()) return term.get();
        if (!givesNew) throw new FollowException("what " + call.name() + " has written is not known");
        events.pin(thread, old, 0);
        return observed;
    }
}
