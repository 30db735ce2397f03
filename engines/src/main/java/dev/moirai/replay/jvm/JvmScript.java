package dev.moirai.replay.jvm;

import dev.moirai.ir.Instr;
import dev.moirai.jvm.Followed;
import dev.moirai.jvm.RunReport;
import dev.moirai.predict.Forecast;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A predicted order as the runtime in the JVM takes it: so many steps of this thread, then so many of that one. A step of the
 * trace is reached when its thread has made as many steps as it had made in the recorded run.
 *
 * @param after what comes when the order is through
 */
public record JvmScript(List<JvmSegment> segments, After after) {
    /** What the program does when the script is over. */
    public enum After {
        /** The threads go on, one after the other. */
        STEADY,
        /** The run ends; everybody stands before a step. */
        STOP
    }

    public static JvmScript of(Forecast forecast, Followed followed) {
        var writer = new Writer(followed);
        Optional<Integer> last = last(forecast.claimed());
        for (int number : forecast.order()) {
            writer.make(number);
            if (last.filter(it -> it == number).isPresent()) break;
        }
        return switch (forecast.claimed()) {
            case Forecast.Claimed.Fails _, Forecast.Claimed.Flips _ -> writer.script(After.STEADY);
            case Forecast.Claimed.Broken _ -> writer.script(After.STOP);
            case Forecast.Claimed.Race(var first, var second) -> {
                writer.standBefore(first);
                writer.standBefore(second);
                yield writer.script(After.STOP);
            }
            case Forecast.Claimed.Misuse(var step) -> {
                writer.standBefore(step);
                yield writer.script(After.STEADY);
            }
            case Forecast.Claimed.Deadlock(var steps, var _) -> {
                for (int step : steps) writer.standBefore(step);
                yield writer.script(After.STEADY);
            }
        };
    }

    /** The schedule of a finished run, in which the last segment goes on to the end. */
    public static JvmScript of(RunReport report) {
        return new JvmScript(report.segments().stream().map(JvmSegment::of).toList(), After.STEADY);
    }

    JvmOrder.Pace pace() {
        return new JvmOrder.Pace.Scripted(segments, after == After.STOP);
    }

    private static Optional<Integer> last(Forecast.Claimed claimed) {
        return switch (claimed) {
            case Forecast.Claimed.Fails(var step, var _) -> Optional.of(step);
            case Forecast.Claimed.Flips(var step) -> Optional.of(step);
            case Forecast.Claimed.Broken(var _, var _, var second, var _) -> Optional.of(second);
            case Forecast.Claimed.Race _, Forecast.Claimed.Misuse _, Forecast.Claimed.Deadlock _ -> Optional.empty();
        };
    }

    /** Gathers the steps of a thread into segments. */
    private static final class Writer {
        private final RecordedTrace trace;
        private final int[] counts;
        private final int[] lengths;
        private final int[] done;
        /** By thread: whether it has moved, and so stands before its next step. */
        private final boolean[] moved;
        /** By thread: whether its wait is over but for the monitor. */
        private final boolean[] relocks;

        private final List<JvmSegment> segments = new ArrayList<>();
        private int thread;
        private int upTo;
        /** Whether the thread has to get the token although it makes no step: it goes on inside one. */
        private boolean mustMove;

        Writer(Followed followed) {
            this.trace = followed.trace();
            this.counts = followed.counts();
            this.lengths = followed.lengths();
            this.done = new int[trace.threads().size()];
            this.moved = new boolean[trace.threads().size()];
            this.relocks = new boolean[trace.threads().size()];
        }

        void make(int number) {
            RecordedStep step = trace.steps().get(number);
            if (step.visible().isEmpty()) return;
            boolean isAwake = relocks[step.thread()] || step.instr().orElseThrow() instanceof Instr.Awake;
            relocks[step.thread()] = !relocks[step.thread()] && isAwake && isRelockedAfter(number);
            // In the JVM a wait is over when the monitor is had again, which others may have until then.
            if (relocks[step.thread()]) return;
            if (step.instr().orElseThrow() instanceof Instr.Join)
                end(step.visible().orElseThrow());
            // A wait that ends before anybody else has moved: the thread stops, and is asked for again.
            if (isAwake && step.thread() == thread) begin(thread);
            else turnTo(step.thread());
            upTo = Math.max(upTo, counts[number]);
            mustMove |= isAwake;
        }

        /** Brings the threads that a step waits for to their ends: they may have made steps that the trace has nothing about. */
        private void end(TraceEvent join) {
            for (int awaited : join.threads()) {
                turnTo(awaited);
                upTo = Math.max(upTo, lengths[awaited]);
                mustMove |= !moved[awaited];
            }
        }

        /** Whether the end of a wait is followed by taking the monitor again, inside the same step of the JVM. */
        private boolean isRelockedAfter(int awake) {
            int thread = trace.steps().get(awake).thread();
            for (int next = awake + 1; next < trace.steps().size(); next++) {
                RecordedStep step = trace.steps().get(next);
                if (step.thread() != thread || step.visible().isEmpty()) continue;
                return counts[next] == counts[awake] && step.instr().orElseThrow() instanceof Instr.Lock;
            }
            return false;
        }

        /**
         * Brings the thread to the step without making it. The end of a wait needs nothing: the thread waits inside a step
         * that it has made.
         */
        void standBefore(int number) {
            RecordedStep step = trace.steps().get(number);
            if (relocks[step.thread()] || step.instr().orElseThrow() instanceof Instr.Awake) return;
            turnTo(step.thread());
            upTo = Math.max(upTo, counts[number] - 1);
            mustMove |= !moved[thread];
        }

        private void turnTo(int next) {
            if (next != thread) begin(next);
        }

        private void begin(int next) {
            flush();
            thread = next;
            upTo = done[next];
            mustMove = false;
        }

        private void flush() {
            // Main is there from the beginning, and is the first in every script.
            boolean isFirst = segments.isEmpty() && thread == 0;
            if (upTo > done[thread] || mustMove || isFirst) {
                segments.add(new JvmSegment(thread, upTo - done[thread]));
                moved[thread] = true;
            }
            done[thread] = Math.max(done[thread], upTo);
        }

        JvmScript script(After after) {
            flush();
            return new JvmScript(List.copyOf(segments), after);
        }
    }
}
