package dev.moirai.witness.text;

import dev.moirai.property.Verdict;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import dev.moirai.witness.ThreadProof.Ending;
import dev.moirai.witness.ThreadProof.Way;
import java.util.List;

/** For each thread, why it ends, how it can run for ever, or what is open. */
public final class ProofText {
    private static final int MOST_INVARIANTS = 4;
    private static final int MOST_ABSTRACTIONS = 8;

    private final StringBuilder out = new StringBuilder();

    private ProofText() {}

    public static String of(Evidence.Proof proof) {
        var text = new ProofText();
        if (proof.threads().isEmpty()) {
            text.line("every thread ends, assuming: " + String.join(", ", proof.assumptions()));
            return text.out.toString();
        }
        for (ThreadProof thread : proof.threads()) text.thread(thread);
        text.closing(proof);
        return text.out.toString();
    }

    /** The words for the line of the verdict. */
    static String verdict(Answer answer) {
        if (!(answer.evidence() instanceof Evidence.Proof proof)) return VerdictLine.words(answer.verdict());
        return switch (answer.verdict()) {
            case Verdict.Holds _ ->
                "TERMINATES" + (proof.fairSchedulersOnly() ? " under strong fairness" : "")
                        + (proof.isModular() ? " (modular)" : " (non-modular)");
            case Verdict.Violated _ -> endless(proof.threads());
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> VerdictLine.words(answer.verdict());
        };
    }

    private static String endless(List<ThreadProof> threads) {
        for (ThreadProof thread : threads) {
            if (thread.ending() instanceof Ending.Endless endless) {
                return "NON-TERMINATING thread " + thread.thread() + (endless.isFair() ? " (fair)" : " (unfair)");
            }
        }
        throw new IllegalStateException("no thread goes on for ever");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void thread(ThreadProof thread) {
        String copies = thread.isMany() ? " (any number of copies)" : "";
        out.append("thread ").append(thread.thread()).append(copies).append(": ");
        switch (thread.ending()) {
            case Ending.LoopFree() -> line("TERMINATES (it has no loop)");
            case Ending.Proved proved -> {
                line("TERMINATES (" + proved.exposure() + ")");
                explain(proved);
                line("  checked: " + proved.premises() + " premises, each confirmed by cvc5");
            }
            case Ending.Endless(var schedule, var begun, var isFair, var recurrence) -> {
                line("NON-TERMINATING, " + (isFair ? "even under a fair scheduler" : "if the scheduler is unfair")
                        + "; the run was executed by the interpreter");
                endless(schedule, begun);
                recurrence.ifPresent(states -> recurrence(states, begun));
            }
            case Ending.Open(var reason, var path) -> {
                line("UNKNOWN: " + reason);
                path(path);
            }
        }
        line("");
    }

    private void explain(Ending.Proved proved) {
        for (ThreadProof.Loop loop : proved.loops()) {
            line("  loop at " + loop.span().place());
            if (loop.ranks().isEmpty()) line("    is never gone round twice");
            for (String rank : loop.ranks()) line("    decreases: " + rank);
            if (!loop.ranks().isEmpty()) {
                int most = Math.min(MOST_INVARIANTS, loop.invariants().size());
                for (String invariant : loop.invariants().subList(0, most)) {
                    line("    from one visit to a later one: " + invariant);
                }
            }
        }
        if (!proved.reliances().isEmpty()) line("  relies on the other threads:");
        for (ThreadProof.Reliance reliance : proved.reliances()) {
            line("    " + reliance.thread() + ", line " + reliance.span().line() + ", " + reliance.effect());
        }
    }

    private void endless(Schedule schedule, List<String> begun) {
        int start = schedule.lassoStart().orElseThrow();
        line("  after " + start + (start == 1 ? " step" : " steps") + ", for ever:");
        for (Step step : schedule.steps().subList(start, schedule.steps().size())) {
            String choices = step.choices().isEmpty() ? "" : "   chooses " + step.choices();
            line("    " + step.thread() + ", line " + step.span().line() + ": " + step.text() + choices);
        }
        for (String thread : begun) {
            line("  " + thread + " begins on the way and does nothing afterwards: each time it is another thread");
        }
    }

    private void recurrence(List<String> states, List<String> begun) {
        String what = states.isEmpty() ? "all values" : String.join(" and ", states);
        String threads = begun.isEmpty() ? "the same threads" : "the threads that were there before";
        line("  no state need come back: from every state with " + threads + " at the same places and");
        line("  " + what + ", once round leads to such a state again (proved by two solvers)");
    }

    private void path(List<Way> path) {
        if (path.isEmpty()) return;
        line("  round the loop at " + path.getFirst().span().place() + ":");
        for (Way way : path) line("    line " + way.span().line() + ": " + way.text());
    }

    private void closing(Evidence.Proof proof) {
        for (String assumption : proof.assumptions()) line("assuming: " + assumption);
        proof.abstractions().stream()
                .distinct()
                .limit(MOST_ABSTRACTIONS)
                .forEach(what -> line("abstracted: any value is taken for " + what));
        proof.startsItsOwnKind()
                .ifPresent(name -> line("note: threads of " + name
                        + " start others of their kind; if each ends, all together may still go on (see: --program)"));
    }
}
