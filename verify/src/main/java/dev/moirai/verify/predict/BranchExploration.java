package dev.moirai.verify.predict;

import dev.moirai.ir.Instr;
import dev.moirai.predict.BranchFlips;
import dev.moirai.predict.Forecast;
import dev.moirai.predict.Predictor;
import dev.moirai.property.CausalModel;
import dev.moirai.solve.Limit;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Goes on where one trace ends: a branch that could have gone the other way is asked about like an assertion; the order that
 * turns it is run and recorded, and that trace is predicted from in turn. Ways that no run has taken come first. It ends with the
 * first trace that shows a violation, or when nothing is left to turn, or when runs or time are used up.
 */
final class BranchExploration {
    /** An order to be run: it turns a branch of this trace. */
    private record Attempt(Subject subject, Forecast forecast, boolean isNew, int number) {}

    private final Predictor.Options options;
    private final Limit limit;
    private final Consumer<Predictor.Progress> progress;
    private final PriorityQueue<Attempt> waiting =
            new PriorityQueue<>(Comparator.comparing(Attempt::isNew).reversed().thenComparingInt(Attempt::number));
    /** What has been seen: ways of whole traces, and which side of which branch. */
    private final Set<List<String>> ways = new HashSet<>();

    private final Set<String> sides = new HashSet<>();
    private int attempts;
    private int runs = 1;
    private int branches;
    private int turned;
    private int open;
    private int left;
    private int cutOff;

    BranchExploration(Predictor.Options options, Limit limit, Consumer<Predictor.Progress> progress) {
        this.options = options;
        this.limit = limit;
        this.progress = progress;
    }

    /** @param mostRuns how many runs there may be, the recorded one among them */
    static Prediction.Result of(
            Subject first,
            Predictor.Options options,
            int mostRuns,
            Limit limit,
            Consumer<Predictor.Progress> progress) {
        var exploration = new BranchExploration(options, limit, progress);
        Prediction.Result all = exploration.predicted(first);
        while (!exploration.isAnswered(all) && exploration.runs < mostRuns && exploration.hasNext()) {
            Optional<Prediction.Result> more = exploration.next();
            if (more.isPresent()) all = all.and(more.get());
        }
        return all.explored(exploration.explored());
    }

    /** Whether there is an order that turns a branch, and time to run it. */
    boolean hasNext() {
        return !waiting.isEmpty() && !limit.isReached();
    }

    /** Runs the next order; gives what can be said of its trace, if it has gone a way of its own. */
    Optional<Prediction.Result> next() {
        Attempt attempt = waiting.remove();
        runs++;
        Subject.Again again = attempt.subject().run(attempt.forecast(), limit);
        if (again.strayed()) left++;
        Optional<Subject> other = again.subject();
        if (other.isEmpty() || !ways.add(way(other.get().trace()))) return Optional.empty();
        return other.map(this::predicted);
    }

    /** How it has gone so far. */
    Prediction.Explored explored() {
        return new Prediction.Explored(runs, ways.size(), branches, turned, open, left, cutOff, waiting.size());
    }

    /** Whether something that was asked about is found; a run may also end by something else. */
    boolean isAnswered(Prediction.Result result) {
        return result.found().stream()
                .anyMatch(each -> options.properties().contains(each.violation().property()));
    }

    /** What can be said of a trace; the branches that can be turned are noted for later. */
    Prediction.Result predicted(Subject subject) {
        ways.add(way(subject.trace()));
        if (subject.trace().ending() == RecordedTrace.Ending.STOPPED) cutOff++;
        Predictor predictor = subject.predictor(options, limit);
        Prediction.Result result = Prediction.of(subject, predictor, options, progress);
        if (!isAnswered(result) && options.model() == CausalModel.SYMBOLIC) note(subject, predictor.flips());
        return result;
    }

    private void note(Subject subject, BranchFlips.Result flips) {
        branches += flips.asked();
        open += flips.open();
        turned += flips.flips().size();
        for (RecordedStep step : subject.trace().steps()) {
            for (TraceEvent event : step.events()) {
                if (event.site().instr() instanceof Instr.Branch) sides.add(side(event, event.result() != 0));
            }
        }
        for (BranchFlips.Flip flip : flips.flips()) {
            String other = flip.branch().site().function() + " "
                    + flip.branch().site().index() + " "
                    + !flip.branch().taken();
            waiting.add(new Attempt(subject, flip.forecast(), !sides.contains(other), attempts++));
        }
    }

    private static String side(TraceEvent event, boolean taken) {
        return event.site().function() + " " + event.site().index() + " " + taken;
    }

    /** The steps and branches of each thread: traces that are alike in this have the same orders. */
    private static List<String> way(RecordedTrace trace) {
        var threads = new ArrayList<StringBuilder>();
        for (int i = 0; i < trace.threads().size(); i++) threads.add(new StringBuilder());
        for (RecordedStep step : trace.steps()) {
            StringBuilder of = threads.get(step.thread());
            for (TraceEvent event : step.events()) {
                of.append(event.site().function()).append(event.site().index());
                if (event.site().instr() instanceof Instr.Branch) of.append(event.result() != 0 ? '+' : '-');
                of.append(' ');
            }
        }
        return threads.stream().map(StringBuilder::toString).toList();
    }
}
