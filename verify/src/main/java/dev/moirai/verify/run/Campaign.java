package dev.moirai.verify.run;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs a program with many seeds, one after the other or many at a time, until a run fails. */
public final class Campaign {
    private static final EngineId ID = new EngineId("run");

    /**
     * @param first the first seed; the others follow
     * @param depth of {@link SeedRange.Chance#PCT}
     */
    public record Options(
            Set<Property> watched,
            SeedRange.Chance chance,
            int depth,
            long first,
            long runs,
            long maxSteps,
            Optional<Duration> time,
            Workforce workforce) {}

    /** @param seed of the run that failed */
    public record Result(Answer answer, Optional<Long> seed) {}

    private Campaign() {}

    /** The seeds cut into at most so many ranges of about the same size. */
    static List<SeedRange> split(SeedRange.Task task, long first, long runs, int atMost) {
        var ranges = new ArrayList<SeedRange>();
        long parts = Math.min(runs, atMost);
        for (long part = 0; part < parts; part++) {
            long begin = part(runs, part, parts);
            ranges.add(new SeedRange(task, first + begin, part(runs, part + 1, parts) - begin));
        }
        return ranges;
    }

    private static long part(long runs, long part, long parts) {
        return runs / parts * part + Math.min(part, runs % parts);
    }

    /** Throws an {@link dev.moirai.source.InputException} if the input is rejected. */
    public static Result run(Input input, Options options, Progress progress) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time()).with(options.workforce());
        var account = new Account<Long>(progress);
        Finding<Long> finding =
                Inquiry.inTime(budget, ID, account, () -> search(input.read(), options, budget, account));
        var witness = finding.verdict() instanceof Verdict.Violated violated
                ? Optional.of(WitnessReplay.witness(input, violated))
                : Optional.<Witness>empty();
        var answer = new Answer(
                new Question(Question.Kind.RUN, input.file().toString(), options.watched()),
                input.limited(finding.verdict()),
                new Evidence.Run(witness, Optional.empty(), List.of()),
                new Cost(ID, new Statistics((System.nanoTime() - began) / 1e9, finding.counts())));
        return new Result(answer, finding.evidence());
    }

    private static Finding<Long> search(Program program, Options options, Budget budget, Account<Long> account) {
        var task =
                new SeedRange.Task(program, options.watched(), options.chance(), options.depth(), options.maxSteps());
        List<SeedRange> ranges =
                split(task, options.first(), options.runs(), options.workforce().parts());
        var sum = new Sum(options.runs(), account);
        account.knows(() -> sum.finding(budget.reason()));
        options.workforce().ask(ranges, budget.limit(), sum);
        return sum.finding(budget.reason());
    }

    /** What the ranges have answered, together. */
    private static final class Sum implements Workforce.Answers<SeedRange.Ran> {
        private final long wanted;
        private final Account<Long> account;
        private long runs;
        private long steps;
        private Optional<SeedRange.Failing> failing = Optional.empty();
        private Optional<Reason> lost = Optional.empty();

        Sum(long wanted, Account<Long> account) {
            this.wanted = wanted;
            this.account = account;
        }

        @Override
        public synchronized Wanted take(int part, SeedRange.Ran answer) {
            runs += answer.runs();
            steps += answer.steps();
            account.at(runs + " of " + wanted + " runs");
            if (answer.failing().isEmpty()) return Wanted.MORE;
            failing = answer.failing();
            return Wanted.NO_MORE;
        }

        @Override
        public synchronized void lost(int part, String why) {
            lost = Optional.of(Reason.undecided(why));
        }

        synchronized Finding<Long> finding(Reason noTime) {
            Map<String, Long> counts = new LinkedHashMap<>();
            counts.put("runs", runs);
            counts.put("steps", steps);
            if (failing.isPresent()) {
                return new Finding<Long>(ID, failing.get().verdict(), counts)
                        .with(Optional.of(failing.get().seed()));
            }
            if (runs == wanted) return new Finding<>(ID, new Verdict.HoldsWithin(words()), counts);
            Reason reason = lost.orElse(noTime);
            return new Finding<>(ID, runs == 0 ? new Verdict.Unknown(reason) : stopped(reason), counts);
        }

        private String words() {
            return runs + (runs == 1 ? " run" : " runs");
        }

        private Verdict stopped(Reason reason) {
            var stopped = new Within.Stopped(reason.words(), "");
            return new Verdict.HoldsWithin(new Within(List.of(words()), List.of(), Optional.of(stopped)));
        }
    }
}
