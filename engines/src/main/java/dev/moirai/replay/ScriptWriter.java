package dev.moirai.replay;

import dev.moirai.emit.Sites;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.interpret.State;
import dev.moirai.ir.Type;
import dev.moirai.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Follows a schedule on the interpreter and writes it as a script for the runtime. */
public final class ScriptWriter implements Scheduler {
    /**
     * The script, and how the interpreter's run ended. {@code obstacle} is why the native run cannot follow the script,
     * if so.
     */
    public record Written(NativeLog script, Outcome outcome, Optional<String> obstacle) {}

    private record Draft(int thread, int site, List<Long> choices) {}

    private final Standing standing;
    private final ScriptedScheduler schedule;
    private final List<Draft> lines = new ArrayList<>();
    private final Map<Integer, Draft> lastOf = new HashMap<>();
    private Optional<Draft> current = Optional.empty();
    private Optional<String> obstacle = Optional.empty();

    private ScriptWriter(Machine machine, Sites sites, Schedule schedule) {
        this.standing = new Standing(machine, sites);
        this.schedule = new ScriptedScheduler(schedule);
    }

    /** @throws dev.moirai.interpret.DivergenceException if the schedule does not fit the program */
    public static Written write(Machine machine, Sites sites, Schedule schedule) {
        var writer = new ScriptWriter(machine, sites, schedule);
        var run = Run.drive(machine, writer, Observer.NONE, Long.MAX_VALUE);
        var lines = writer.lines.stream()
                .map(draft -> new NativeLog.Line(draft.thread(), draft.site(), draft.choices()))
                .toList();
        return new Written(new NativeLog(lines), run.outcome(), writer.obstacle);
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        OptionalInt next = schedule.next(state, enabled);
        if (next.isEmpty()) return next;
        int thread = next.getAsInt();
        Draft before = lastOf.get(thread);
        if (before != null && standing.wasCut(state, thread)) {
            current = Optional.of(before);
            return next;
        }
        var draft = new Draft(thread, standing.site(state, thread), new ArrayList<>());
        lines.add(draft);
        lastOf.put(thread, draft);
        current = Optional.of(draft);
        return next;
    }

    @Override
    public long choose(Choice choice) {
        long value = schedule.choose(choice);
        current.ifPresent(draft -> draft.choices().add(value));
        if (value != 0 && choice instanceof Choice.AnyValue(var type, var _, var _) && type instanceof Type.Pointer) {
            obstacle = Optional.of(choice.subject() + " at " + choice.span()
                    + " is a pointer of any value, which has no counterpart in" + " the machine's memory");
        }
        return value;
    }

    @Override
    public void stepped(State state) {
        schedule.stepped(state);
    }
}
