package dev.moirai.interpret;

import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Executes moves again and writes down what readers want to see of each: place, source line, values. */
public final class Narration implements Observer {
    private final List<Step.Seen> reads = new ArrayList<>();
    private final List<Step.Seen> writes = new ArrayList<>();

    private Narration() {}

    public static Schedule of(Machine machine, List<Move> moves) {
        List<Step> steps = new ArrayList<>();
        State state = machine.start();
        for (Move move : moves) {
            var seen = new Narration();
            SourceSpan span = machine.position(state, move.thread());
            Outcome outcome = machine.step(state, move, seen);
            steps.add(new Step(
                    state.threadName(move.thread()),
                    span,
                    machine.program().sources().line(span).strip(),
                    move.choices(),
                    seen.reads,
                    seen.writes));
            if (!(outcome instanceof Outcome.Continued)) break;
        }
        return Schedule.of(machine.program().file(), steps);
    }

    @Override
    public boolean watchesAccesses() {
        return true;
    }

    @Override
    public void read(String place, String value) {
        reads.add(new Step.Seen(place, value));
    }

    @Override
    public void write(String place, String value) {
        writes.add(new Step.Seen(place, value));
    }
}
