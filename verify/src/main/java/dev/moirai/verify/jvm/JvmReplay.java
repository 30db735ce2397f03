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

    private JvmReplay(Witness witness) {
        this.witness = witness;
        JvmInput input = JvmInput.of(witness);
        this.trial = new JvmTrial(input);
        this.sources = input.sources();
    }

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if the time is up before the first run has ended. */
    public static Answer answer(Witness witness, int runs, JvmTrial.Printing printing, Budget budget) {
        return Inquiry.inTime(budget, "", () -> new JvmReplay(witness).answer(runs, printing, budget));
    }

    private Answer answer(int runs, JvmTrial.Printing printing, Budget budget) {
        long began = System.nanoTime();
        var pace = new JvmOrder.Pace.Scripted(JvmInput.script(witness), stops());
        Streams streams = printing == JvmTrial.Printing.LIVE ? Streams.PRINTING : Streams.NONE;
        var otherwise = new LinkedHashMap<String, Integer>();
        int done = 0;
        int same = 0;
        long steps = 0;
        while (done < runs && !Thread.currentThread().isInterrupted()) {
            try (var process = trial.run(pace, stops() ? JvmOrder.Mode.STORY : JvmOrder.Mode.CONTROL, streams)) {
                if (Thread.currentThread().isInterrupted()) break;
                boolean isSame = process.report().approximate().isEmpty()
                        && (stops() ? isThere(process.report()) : fails(process.report()));
                if (isSame) {
                    same++;
                    steps = process.report().count("steps");
                } else {
                    otherwise.merge(JvmTrial.ending(process), 1, Integer::sum);
                }
                done++;
            }
        }
        return answer(runs, done, same, steps, otherwise, began, budget);
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

    private Answer answer(
            int wanted, int done, int same, long steps, Map<String, Integer> otherwise, long began, Budget budget) {
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
            Reason reason = budget.reason(" after " + done + " runs");
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
        counts.put("steps", steps);
        counts.put("runs", (long) done);
        counts.put("failures", (long) same);
        return new Answer(
                new Question(Question.Kind.REPLAY, witness.schedule().file(), claimed),
                verdict,
                new Evidence.Run(Optional.of(witness), Optional.empty(), List.copyOf(remarks)),
                JvmTrial.cost(began, counts));
    }
}
