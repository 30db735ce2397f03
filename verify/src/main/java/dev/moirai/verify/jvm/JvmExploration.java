package dev.moirai.verify.jvm;

import dev.moirai.property.Verdict;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a JVM program under many schedules: a steady one, then by turns what leads say is worth running, switches by chance,
 * and changes of priority (PCT). All of them count as runs.
 */
public final class JvmExploration {
    private static final int[] PERIODS = {1, 2, 5, 1, 3, 20};

    private final JvmTrial trial;
    private final JvmLeads leads;
    private final long seed;
    private final List<String> remarks = new ArrayList<>();
    private long length = 1000;
    /** Read by whoever has waited long enough. */
    private volatile long done;

    private int byChance;
    /** In nanoseconds, of those by chance: leads keep to their time themselves. */
    private long longestRun;

    private int followed;
    /** Of the runs by chance, those that tell nothing, and why the last of them does not. */
    private int undecided;

    private Optional<Verdict.Unknown> whyUndecided = Optional.empty();
    private long steps;
    private long threads;
    private Verdict verdict = new Verdict.Unknown("nothing was run");
    private Optional<Witness> witness = Optional.empty();

    private JvmExploration(JvmInput input, JvmLeads leads, long seed) {
        trial = new JvmTrial(input);
        this.leads = leads;
        this.seed = seed;
    }

    /**
     * Ends with the first violation.
     *
     * @param seed of the first random schedule; each further one has the next number
     */
    public static Answer run(JvmInput input, JvmLeads leads, int runs, long seed, Budget budget) {
        return run(input, leads, runs, seed, budget, Progress.ignored());
    }

    /** @param progress hears of every run */
    public static Answer run(JvmInput input, JvmLeads leads, int runs, long seed, Budget budget, Progress progress) {
        var exploration = new JvmExploration(input, leads, seed);
        long began = System.nanoTime();
        try {
            return Inquiry.inTime(budget, "", () -> exploration.answer(runs, began, budget, progress));
        } catch (GaveUpException e) {
            if (exploration.done == 0) throw e;
            return exploration.conclusion(runs, began);
        }
    }

    private Answer answer(int runs, long began, Budget budget, Progress progress) {
        while (done < runs && !isShort(budget)) {
            progress.at(done + " of " + runs + " runs, " + steps + " steps");
            boolean isLed = done > 0 && followed < byChance && leads.hasNext();
            if (isLed ? lead() : chance()) break;
            if (Thread.currentThread().isInterrupted()) break;
        }
        remarks.addAll(leads.remarks());
        if (done == 0) throw new GaveUpException(budget.reason());
        return conclusion(runs, began);
    }

    /** What the runs that have been show. */
    private Answer conclusion(int runs, long began) {
        boolean failed = verdict instanceof Verdict.Violated;
        if (!failed) {
            var within = new Verdict.HoldsWithin(
                    done < runs ? done + " of " + runs + " runs (time is up)" : done + (done == 1 ? " run" : " runs"));
            verdict = undecided == byChance && whyUndecided.isPresent() ? whyUndecided.get() : within;
        }
        var remarks = new ArrayList<>(this.remarks);
        remarks.add("explore: " + done + (done == 1 ? " run, " : " runs, ") + byChance + " of them by chance"
                + (failed ? "; the last one failed" : ""));
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("runs", done);
        counts.put("steps", steps);
        counts.put("threads", threads);
        return new Answer(
                new Question(Question.Kind.EXPLORE, trial.command().program(), JvmTrial.WATCHED),
                verdict,
                new Evidence.Run(witness, Optional.empty(), List.copyOf(remarks)),
                JvmTrial.cost(began, counts));
    }

    /** Follows a lead; tells whether it has failed. */
    private boolean lead() {
        JvmLeads.Lead lead = leads.next();
        followed++;
        done += lead.runs();
        witness = lead.failure();
        witness.ifPresent(it -> verdict = new Verdict.Violated(it.violation().orElseThrow(), it.schedule()));
        return witness.isPresent();
    }

    /** Runs once under a random schedule, the first time under the steady one; tells whether the run has failed. */
    private boolean chance() {
        long began = System.nanoTime();
        JvmTrial.Result result = trial.result(pace(byChance), Streams.NONE);
        longestRun = Math.max(longestRun, System.nanoTime() - began);
        if (Thread.currentThread().isInterrupted()) return false;
        byChance++;
        done++;
        steps += result.steps();
        threads = Math.max(threads, result.threads());
        if (byChance == 1) length = Math.max(1, result.steps());
        for (String remark : result.remarks()) if (!remarks.contains(remark)) remarks.add(remark);
        if (result.verdict() instanceof Verdict.Unknown unknown) {
            undecided++;
            whyUndecided = Optional.of(unknown);
            remarks.add("run " + done + ": " + unknown.words());
        }
        if (!(result.verdict() instanceof Verdict.Violated)) return false;
        verdict = result.verdict();
        witness = result.witness();
        return true;
    }

    /** Whether another run would probably not end in time. */
    private boolean isShort(Budget budget) {
        if (done == 0 || budget.left().isEmpty()) return Thread.currentThread().isInterrupted();
        return Thread.currentThread().isInterrupted() || budget.left().get().toNanos() < longestRun + longestRun / 2;
    }

    private JvmOrder.Pace pace(int run) {
        if (run == 0) return new JvmOrder.Pace.Steady();
        long chance = seed + run;
        return run % 2 == 1
                ? new JvmOrder.Pace.Seeded(chance, PERIODS[run / 2 % PERIODS.length])
                : new JvmOrder.Pace.Pct(chance, 2 + run / 2 % 3, length);
    }
}
