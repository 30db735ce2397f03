package dev.moirai.verify.jvm;

import dev.moirai.property.Verdict;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a JVM program under many schedules: a steady one, then in turn switches by chance and changes of priority (PCT). */
public final class JvmExploration {
    private static final int[] PERIODS = {2, 5, 20};

    private final JvmTrial trial;
    private final long seed;
    private long length = 1000;

    private JvmExploration(JvmInput input, long seed) {
        trial = new JvmTrial(input);
        this.seed = seed;
    }

    /**
     * Ends with the first violation.
     *
     * @param seed the first of the chances by which schedules are made
     */
    public static Answer run(JvmInput input, int runs, long seed, Budget budget) {
        return Inquiry.inTime(budget, "", () -> new JvmExploration(input, seed).answer(runs, budget));
    }

    private Answer answer(int runs, Budget budget) {
        long began = System.nanoTime();
        var remarks = new ArrayList<String>();
        int done = 0;
        long steps = 0;
        Verdict verdict = new Verdict.HoldsWithin(runs + (runs == 1 ? " run" : " runs"));
        Optional<JvmTrial.Result> last = Optional.empty();
        while (done < runs && !isShort(budget, began, done)) {
            JvmTrial.Result result = trial.result(pace(done), Streams.NONE);
            if (Thread.currentThread().isInterrupted()) break;
            done++;
            steps += result.steps();
            if (done == 1) length = Math.max(1, result.steps());
            last = Optional.of(result);
            for (String remark : result.remarks()) if (!remarks.contains(remark)) remarks.add(remark);
            if (result.verdict() instanceof Verdict.Violated) {
                verdict = result.verdict();
                break;
            }
            if (result.verdict() instanceof Verdict.Unknown unknown)
                remarks.add("run " + done + ": " + unknown.words());
        }
        boolean failed = verdict instanceof Verdict.Violated;
        if (!failed && done < runs) {
            verdict = done == 0
                    ? new Verdict.Unknown(budget.reason())
                    : new Verdict.HoldsWithin(done + " of " + runs + " runs (time is up)");
        }
        remarks.add("explore: " + done + (done == 1 ? " run, " : " runs, ") + steps + " steps"
                + (failed ? "; the last one failed" : ""));
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("runs", (long) done);
        counts.put("steps", steps);
        return new Answer(
                new Question(Question.Kind.EXPLORE, trial.command().program(), JvmTrial.WATCHED),
                verdict,
                new Evidence.Run(last.flatMap(JvmTrial.Result::witness), Optional.empty(), List.copyOf(remarks)),
                JvmTrial.cost(began, counts));
    }

    /** Whether another run would probably not end in time. */
    private static boolean isShort(Budget budget, long began, int done) {
        if (done == 0 || budget.left().isEmpty()) return Thread.currentThread().isInterrupted();
        long each = (System.nanoTime() - began) / done;
        return Thread.currentThread().isInterrupted() || budget.left().get().toNanos() < each + each / 2;
    }

    private JvmOrder.Pace pace(int run) {
        if (run == 0) return new JvmOrder.Pace.Steady();
        long chance = seed + run;
        return run % 2 == 1
                ? new JvmOrder.Pace.Seeded(chance, PERIODS[run / 2 % PERIODS.length])
                : new JvmOrder.Pace.Pct(chance, 2 + run / 2 % 3, length);
    }
}
