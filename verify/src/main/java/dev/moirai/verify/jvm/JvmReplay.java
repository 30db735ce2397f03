package dev.moirai.verify.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.replay.jvm.JvmSources;
import dev.moirai.replay.jvm.JvmStory;
import dev.moirai.replay.jvm.JvmViolations;
import dev.moirai.schedule.Step;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs the script of a witness again, in as many JVMs as asked for, and says how often it failed as claimed. */
public final class JvmReplay {
    private final Witness witness;
    private final JvmTrial trial;
    private final JvmSources sources;
    private final int wanted;
    private final long began = System.nanoTime();
    /** The runs that have ended. Whoever has waited long enough looks at them while another is still on its way. */
    private final Tally tally = new Tally();

    private JvmReplay(Witness witness, int wanted) {
        this.witness = witness;
        this.wanted = wanted;
        JvmInput input = JvmInput.of(witness);
        this.trial = new JvmTrial(input);
        this.sources = input.sources();
    }

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if the time is up before the first run has ended. */
    public static Answer answer(Witness witness, int runs, JvmTrial.Printing printing, Budget budget) {
        var replay = new JvmReplay(witness, runs);
        try {
            return Inquiry.inTime(budget, "", () -> replay.answer(printing, budget));
        } catch (GaveUpException e) {
            if (replay.tally.counts().done() == 0) throw e;
            return replay.conclusion(budget);
        }
    }

    private Answer answer(JvmTrial.Printing printing, Budget budget) {
        var pace = new JvmOrder.Pace.Scripted(JvmInput.script(witness), stops());
        Streams streams = printing == JvmTrial.Printing.LIVE ? Streams.PRINTING : Streams.NONE;
        while (tally.counts().done() < wanted && !Thread.currentThread().isInterrupted()) {
            try (var process = trial.run(pace, stops() ? JvmOrder.Mode.STORY : JvmOrder.Mode.CONTROL, streams)) {
                if (Thread.currentThread().isInterrupted()) break;
                boolean isSame = process.report().approximate().isEmpty()
                        && (stops() ? isThere(process.report()) : fails(process.report()));
                if (isSame) tally.same(process.report().count("steps"));
                else tally.otherwise(JvmTrial.ending(process));
            }
        }
        if (tally.counts().done() == 0) throw new GaveUpException(budget.reason());
        return conclusion(budget);
    }

    /** How the runs ended. */
    private static final class Tally {
        /** @param steps of a run that failed as the witness says */
        record Counts(int done, int same, long steps, Map<String, Integer> otherwise) {}

        private int same;
        private long steps;
        private final Map<String, Integer> otherwise = new LinkedHashMap<>();

        synchronized void same(long steps) {
            same++;
            this.steps = steps;
        }

        synchronized void otherwise(String how) {
            otherwise.merge(how, 1, Integer::sum);
        }

        synchronized Counts counts() {
            int others = otherwise.values().stream().mapToInt(Integer::intValue).sum();
            return new Counts(same + others, same, steps, new LinkedHashMap<>(otherwise));
        }
    }

    /** Whether the violation is seen where the script ends: two accesses that are about to be made, three that were, or rounds. */
    private boolean stops() {
        return witness.violation()
                .map(Violation::property)
                .filter(it -> it == Property.DATA_RACE || it == Property.ATOMICITY || it == Property.LIVELOCK)
                .isPresent();
    }

    private boolean fails(RunReport report) {
        Optional<Violation> seen = trial.failure(report);
        return seen.isPresent() && witness.violation().map(seen.get()::isSameAs).orElse(true);
    }

    private boolean isThere(RunReport report) {
        if (report.ending() != RunReport.Ending.STOPPED) return false;
        Violation claimed = witness.violation().orElseThrow();
        // The script goes round and round: that it fits to its end is all.
        if (claimed.property() == Property.LIVELOCK) return true;
        if (claimed.property() == Property.DATA_RACE) {
            return new JvmViolations(report, sources).races().stream().anyMatch(claimed::isSameAs);
        }
        List<Step> seen = new JvmStory(report, sources)
                .schedule(witness.schedule().file())
                .steps();
        List<Step> told = witness.schedule().steps();
        if (witness.accesses().size() != 3) return false;
        // Both end with the second access; the witness may begin earlier.
        int cut = told.size() - seen.size();
        for (int access : witness.accesses()) {
            if (access >= told.size() || access < cut) return false;
            Step one = told.get(access);
            Step other = seen.get(access - cut);
            if (one.span().line() != other.span().line() || !one.thread().equals(other.thread())) return false;
        }
        return true;
    }

    /** What the runs that have been show. */
    private Answer conclusion(Budget budget) {
        Tally.Counts counted = tally.counts();
        int done = counted.done();
        int same = counted.same();
        Map<String, Integer> otherwise = counted.otherwise();
        var remarks = new ArrayList<String>();
        double seconds = (System.nanoTime() - began) / 1e9;
        remarks.add(String.format(
                Locale.ROOT,
                "jvm: %d of %d %s failed the same way (%.1f s)",
                same,
                done,
                done == 1 ? "run" : "runs",
                seconds));
        otherwise.forEach((how, times) -> remarks.add("jvm: " + times + " of them " + how));
        Verdict verdict;
        if (done < wanted) {
            Reason reason = budget.reason(" after " + done + (done == 1 ? " run" : " runs"));
            verdict = new Verdict.Unknown(reason);
        } else if (same == done && witness.violation().isPresent()) {
            verdict = new Verdict.Violated(witness.violation().get(), witness.schedule());
        } else {
            String first = otherwise.keySet().stream().findFirst().orElse("names no violation");
            verdict = new Verdict.Unknown("the witness does not replay: the program " + first);
        }
        Set<Property> claimed = witness.violation()
                .map(violation -> Set.of(violation.property()))
                .orElse(Set.of());
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("steps", counted.steps());
        counts.put("runs", (long) done);
        counts.put("failures", (long) same);
        return new Answer(
                new Question(Question.Kind.REPLAY, witness.schedule().file(), claimed),
                verdict,
                new Evidence.Run(Optional.of(witness), Optional.empty(), List.copyOf(remarks)),
                JvmTrial.cost(began, counts));
    }
}
