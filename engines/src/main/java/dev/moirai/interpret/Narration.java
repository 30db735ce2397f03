package dev.moirai.interpret;

import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Executes moves again and writes down what readers want to see of each: place, source line, values, what happened. */
public final class Narration implements Observer {
    private final Machine machine;
    private final State state;
    private final List<Step> steps = new ArrayList<>();
    private final List<Step.Seen> reads = new ArrayList<>();
    private final List<Step.Seen> writes = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();
    /** The step, counted from 1, that has ended the wait of a thread. */
    private final Map<Integer, Integer> wokenBy = new HashMap<>();

    private Narration(Machine machine) {
        this.machine = machine;
        this.state = machine.start();
    }

    public static Schedule of(Machine machine, List<Move> moves) {
        var narration = new Narration(machine);
        for (Move move : moves) if (!narration.goesOnAfter(move)) break;
        return Schedule.of(machine.program().file(), narration.steps);
    }

    private boolean goesOnAfter(Move move) {
        reads.clear();
        writes.clear();
        remarks.clear();
        SourceSpan span = machine.position(state, move.thread());
        int threads = state.threadCount();
        Outcome outcome = machine.step(state, move.thread(), answers(move, span), this);
        for (int started = threads; started < state.threadCount(); started++) {
            remarks.add(new Remark(Remark.Kind.STARTS, state.threadName(started)));
        }
        steps.add(new Step(
                state.threadName(move.thread()),
                span,
                machine.program().sources().line(span).strip(),
                move.choices(),
                reads,
                writes,
                remarks));
        return outcome instanceof Outcome.Continued;
    }

    private Chooser answers(Move move, SourceSpan at) {
        Iterator<Long> choices = move.choices().iterator();
        return choice -> {
            long value = choices.next();
            // The ends of waits are told by whoever wakes and is woken.
            if (choice instanceof Choice.AnyValue(var type, var source, var _)) {
                int line = choice.span().line();
                String where = line == at.line() || line == 0 ? "" : " in line " + line;
                if (source instanceof Source.Memory(var function, var otherwise)) {
                    remark(
                            value == 0
                                    ? new Remark(Remark.Kind.OUT_OF_MEMORY, function + " returned " + otherwise)
                                    : new Remark(Remark.Kind.CHOSE, function + " found memory"));
                    return value;
                }
                String words = chosen(source, machine.names(state).value(type, value) + where, value);
                remark(new Remark(Remark.Kind.CHOSE, words, input(source, type, value, line)));
            }
            return value;
        };
    }

    private static String chosen(Source source, String shown, long value) {
        return switch (source) {
            case Source.SpuriousFailure _ -> value == 0 ? "no spurious failure" : "fails spuriously";
            case Source.Timer _ -> value == 0 ? "the timer does not run out" : "the timer runs out";
            case Source.Anything _,
                    Source.Returned _,
                    Source.Unwritten _,
                    Source.Memory _,
                    Source.NewNode _,
                    Source.RealCall _,
                    Source.WhoIsWoken _,
                    Source.EndOfWait _,
                    Source.HowFar _ -> source.words() + " = " + shown;
        };
    }

    private static Optional<Remark.Input> input(Source source, Type type, long value, int line) {
        if (!(type instanceof Type.Int integer)) return Optional.empty();
        boolean isHuge = integer.width() == 64 && !integer.signed() && value < 0;
        String number = isHuge ? Long.toUnsignedString(value) + "ULL" : Long.toString(value);
        return switch (source) {
            case Source.Returned _ -> Optional.of(new Remark.Input(Optional.empty(), number, line));
            case Source.Unwritten(var place) -> Optional.of(new Remark.Input(Optional.of(place), number, line));
            case Source.Anything _,
                    Source.Memory _,
                    Source.Timer _,
                    Source.SpuriousFailure _,
                    Source.NewNode _,
                    Source.RealCall _,
                    Source.WhoIsWoken _,
                    Source.EndOfWait _,
                    Source.HowFar _ -> Optional.empty();
        };
    }

    @Override
    public boolean watchesAccesses() {
        return true;
    }

    @Override
    public void read(Step.Seen seen) {
        reads.add(seen);
    }

    @Override
    public void write(Step.Seen written) {
        writes.add(written);
    }

    @Override
    public void woke(List<Integer> threads) {
        if (threads.isEmpty()) remark(new Remark(Remark.Kind.WAKES_NOBODY));
        for (int thread : threads) {
            wokenBy.put(thread, steps.size() + 1);
            remark(new Remark(Remark.Kind.WAKES, state.threadName(thread)));
        }
    }

    @Override
    public void wokenBySomebody(int thread) {
        Integer step = wokenBy.remove(thread);
        if (step != null) remark(new Remark(Remark.Kind.WOKEN, step.toString()));
    }

    @Override
    public void remark(Remark remark) {
        remarks.add(remark);
    }
}
