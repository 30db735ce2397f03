package dev.moirai.predict;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The condition variables of a trace: which threads wait on them, and which signal them. Built while the trace is walked. */
final class ConditionWaits {
    /** A wait, from the step that begins it to the step that comes back from it, if the trace comes so far. */
    static final class Sleep {
        private final StepNode asleep;
        private @Nullable StepNode waker;
        private @Nullable StepNode awake;

        private Sleep(StepNode asleep) {
            this.asleep = asleep;
        }

        StepNode asleep() {
            return asleep;
        }

        /** The signal that ended it in the trace, if one did. */
        Optional<StepNode> waker() {
            return Optional.ofNullable(waker);
        }

        Optional<StepNode> awake() {
            return Optional.ofNullable(awake);
        }

        /** Whether the wait timed out in the trace. */
        boolean timedOut() {
            return awake != null && awake.visible().orElseThrow().result() != 0;
        }

        /** Whether the wait came back in the trace because of a signal, as spurious wake-ups are excluded. */
        boolean neededSignal() {
            return awake != null
                    && !timedOut()
                    && awake.instr().orElseThrow() instanceof Instr.Awake it
                    && it.wakeup() == Instr.Wakeup.SIGNALLED_ONLY;
        }

        /** Whether the wait has a time limit. */
        boolean isTimed() {
            return awake != null
                    && awake.instr().orElseThrow() instanceof Instr.Awake it
                    && it.patience() == Instr.Patience.TIMED;
        }
    }

    /** A condition, and all that is done to it, in the order of the trace. */
    record Condition(List<Sleep> sleeps, List<StepNode> signals) {}

    private final Map<Integer, Condition> all = new TreeMap<>();
    /** By thread: the wait that it is in at this point of the walk. */
    private final Map<Integer, Sleep> now = new HashMap<>();

    private Condition condition(int number) {
        return all.computeIfAbsent(number, _ -> new Condition(new ArrayList<>(), new ArrayList<>()));
    }

    // ---- step by step ------------------------------------------------------------------------------------------

    void wait(StepNode node, int condition) {
        var sleep = new Sleep(node);
        condition(condition).sleeps().add(sleep);
        now.put(node.thread(), sleep);
    }

    void signal(StepNode node, int condition, List<Integer> woken) {
        condition(condition).signals().add(node);
        for (int thread : woken) {
            Sleep sleep = now.get(thread);
            if (sleep != null) sleep.waker = node;
        }
    }

    void comeBack(StepNode node) {
        Sleep sleep = now.remove(node.thread());
        if (sleep != null) sleep.awake = node;
    }

    // ---- all of them -------------------------------------------------------------------------------------------

    /** All condition variables, in the order of their object numbers. */
    List<Condition> all() {
        return List.copyOf(all.values());
    }

    static boolean wakesAll(StepNode signal) {
        return signal.instr().orElseThrow() instanceof Instr.Signal it && it.wake() == Instr.Wake.ALL;
    }
}
