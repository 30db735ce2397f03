package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.verify.run.Campaign;
import dev.moirai.verify.run.NativeTrial;
import dev.moirai.verify.run.Scheduling;
import dev.moirai.verify.run.SeedRange;
import dev.moirai.verify.run.Trial;
import dev.moirai.verify.run.TrialSteps;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@code moirai run}: executes a program once, under a scheduler of the interpreter. */
final class RunCommand implements Command {
    private static final String NAME = "run";

    /** The most steps of a native run, which is faster than the interpreter's. */
    private static final long NATIVE_STEPS = 10_000_000;

    private enum Order {
        RANDOM,
        ROUND_ROBIN,
        PCT
    }

    private final Syntax syntax = new Syntax();
    private final Option<Long> seed = syntax.value(
            "--seed",
            "N",
            0L,
            "The chance that decides who moves and what free values are; the same seed gives the same run.",
            Readers.number(Long.MIN_VALUE, Long.MAX_VALUE));
    private final Option<Order> scheduler = syntax.value(
            "--scheduler",
            "NAME",
            Order.RANDOM,
            "random, round-robin, or pct (few changes of priority, at random places: good at rare bugs).",
            Readers.oneOf(Order.class));
    private final Option<Long> pctDepth = syntax.value(
            "--pct-depth", "D", 3L, "How many orderings a bug may need that pct looks for.", Readers.number(1, 1000));
    private final Option<Optional<Path>> schedule =
            syntax.value("--schedule", "FILE", Optional.empty(), "Run as this file says.", Readers::optionalPath);
    private final Option<Optional<Path>> saveSchedule = syntax.value(
            "--save-schedule", "FILE", Optional.empty(), "Write the run's schedule there.", Readers::output);
    private final Option<Long> maxSteps = syntax.value(
            "--max-steps",
            "N",
            1_000_000L,
            "Stop after so many steps (1000000; with --native 10000000).",
            Readers.number(1, Long.MAX_VALUE));
    private final Option<Boolean> natively = syntax.flag(
            "--native",
            "Compile the program with gcc, link it with the libraries that -l names, and run it for real, with real"
                    + " files, sockets and input. If it fails, the interpreter repeats the run.");
    private final Option<Boolean> free = syntax.flag(
            "--free", "With --native: let the operating system say who moves, one thread at a time all the same.");
    private final Option<Boolean> showSteps =
            syntax.flag("--show-steps", "Show the interleaving even if nothing fails.");
    private final Option<Optional<Long>> campaign = syntax.value(
            "--campaign",
            "N",
            Optional.empty(),
            "Run with N seeds, from --seed on, until a run fails; what the runs print is not shown.",
            Readers.optionalNumber(1, 1_000_000_000_000L));
    private final Option<Optional<Long>> jobs = syntax.value(
            "--jobs",
            "N",
            Optional.empty(),
            "With --campaign: so many runs at a time.",
            Readers.optionalNumber(1, 1024));
    private final ClusterOptions cluster = new ClusterOptions(syntax);
    private final JavaOptions java = new JavaOptions(syntax);
    private final CommonOptions common = new CommonOptions(
            syntax,
            EnumSet.complementOf(
                    EnumSet.of(Property.DATA_RACE, Property.ATOMICITY, Property.LIVELOCK, Property.EXCEPTION)));

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai run FILE.c... [options] [-- ARGUMENTS]")
                .usage("moirai run --java [options] -- java -cp CLASSES MAIN [ARGUMENTS]")
                .paragraph("Executes a C or JVM program under a scheduler of ours, prints what it prints, and, if it"
                        + " fails, the interleaving that led there: one column a thread, with the values read and"
                        + " written.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai run examples/run/flaky.c --seed 1 --save-schedule flaky.json")
                .line("moirai run examples/run/flaky.c --schedule flaky.json")
                .line("moirai run examples/run/flaky.c --campaign 10000 --jobs 2")
                .line("moirai run examples/native/deposits.c --native < examples/native/deposits.txt")
                .line("moirai run --java --seed 3 -- java -cp classes shop.Main");
    }

    @Override
    public int execute(Output output) {
        java.check(syntax.operands(), common);
        if (java.isJava()) return jvm(output);
        common.requireFiles(NAME, syntax.operands());
        for (Option<?> option : List.of(seed, scheduler, pctDepth)) {
            if (option.isGiven() && schedule.isGiven()) {
                throw new UsageException(
                        "--schedule says who moves: leave " + option.names().getFirst() + " out");
            }
        }
        if (pctDepth.isGiven() && scheduler.value() != Order.PCT) {
            throw new UsageException("--pct-depth is for pct: add --scheduler pct");
        }
        refuseForOtherKindOfRun();
        if (campaign.isGiven()) return campaign(output);
        if (jobs.isGiven() || cluster.isGiven()) {
            throw new UsageException("--jobs and --cluster are for many runs: add --campaign N");
        }
        var input = common.input(syntax.operands(), syntax.rest(), output);
        String file = input.file().toString();
        if (natively.value()) output.out().flush();
        var options = new Trial.Options(common.properties(), scheduling(), maxSteps.value(), common.time());
        var printed = new Printed(output.out(), output.terminal().isOut(), common.isJson());
        var telling = new AtomicReference<TrialSteps>();
        Reply reply;
        // What the program prints goes to the same terminal, unless it is led elsewhere.
        boolean isFree = common.isJson() || !output.terminal().isOut();
        try (var _ = isFree ? new Ticker(output, common, "running " + file) : Ticker.none()) {
            reply = Reply.to(NAME, file, output, () -> {
                Trial.Result result = natively.value()
                        ? NativeTrial.run(input, nativeOptions(), common.budget())
                        : Trial.run(input, options, printed);
                telling.set(result.telling().orElse(null));
                return told(result, printed);
            });
        } finally {
            printed.endLine();
        }
        if (showSteps.value() && reply instanceof Reply.Answered(var answer)) showSteps(answer, telling.get(), output);
        return new Delivery(output, common).of(reply, reply.exitCode(), _ -> {
            TrialSteps told = telling.get();
            if (told != null) saveSchedule.value().ifPresent(path -> Saving.schedule(path, told.all()));
        });
    }

    private int campaign(Output output) {
        for (Option<?> option : List.of(schedule, saveSchedule, natively, free, showSteps)) {
            if (option.isGiven()) {
                throw new UsageException(
                        option.names().getFirst() + " is for a single run: leave it or --campaign out");
            }
        }
        var input = common.input(syntax.operands(), syntax.rest(), output);
        Reply reply;
        try (var progress = new Ticker(output, common, "running " + input.file())) {
            reply = cluster.with(
                    jobs.value(),
                    output,
                    progress::at,
                    workforce -> Reply.to(NAME, input.file().toString(), output, () -> {
                        var options = new Campaign.Options(
                                common.properties(),
                                SeedRange.Chance.valueOf(scheduler.value().name()),
                                pctDepth.value().intValue(),
                                seed.value(),
                                campaign.value().orElseThrow(),
                                maxSteps.value(),
                                common.time(),
                                workforce);
                        Campaign.Result result = Campaign.run(input, options, progress::at);
                        List<String> remarks = result.seed()
                                .map(failed -> List.of("run: failed (again: --seed " + failed + schedulerHint() + ")"))
                                .orElse(List.of());
                        Answer answer = result.answer();
                        return answer.with(new Evidence.Run(answer.evidence().forReplay(), Optional.empty(), remarks));
                    }));
        }
        return new Delivery(output, common).of(reply);
    }

    private int jvm(Output output) {
        for (Option<?> option :
                List.of(scheduler, schedule, saveSchedule, maxSteps, natively, free, showSteps, campaign, jobs)) {
            if (option.isGiven()) {
                throw new UsageException(option.names().getFirst() + " is for C programs: leave it out with --java");
            }
        }
        var input = java.input(syntax.rest(), common);
        var order = java.schedule(
                seed.isGiven() ? Optional.of(seed.value()) : Optional.empty(),
                pctDepth.value().intValue());
        output.out().flush();
        var printing = common.isJson()
                ? JvmTrial.Printing.KEPT
                : common.isQuiet() ? JvmTrial.Printing.DISCARDED : JvmTrial.Printing.LIVE;
        Reply reply = Reply.to(
                NAME,
                String.join(" ", syntax.rest()),
                output,
                () -> JvmTrial.run(input, order, printing, common.budget()));
        return new Delivery(output, common).of(reply);
    }

    private void refuseForOtherKindOfRun() {
        if (free.value() && !natively.value()) throw new UsageException("--free is for native runs: add --native");
        if (!natively.value()) return;
        if (schedule.isGiven()) {
            throw new UsageException("a native run follows the schedule of a witness: moirai replay WITNESS --native");
        }
        if (scheduler.isGiven()) {
            throw new UsageException("--scheduler is for the interpreter: with --native there are --seed and --free");
        }
    }

    private NativeTrial.Options nativeOptions() {
        boolean tellsSteps = showSteps.value() || saveSchedule.isGiven();
        return new NativeTrial.Options(
                common.properties(),
                free.value() ? NativeTrial.Pace.FREE : NativeTrial.Pace.STEADY,
                seed.value(),
                maxSteps.isGiven() ? maxSteps.value() : NATIVE_STEPS,
                common.isJson() ? NativeTrial.Printing.KEPT : NativeTrial.Printing.LIVE,
                tellsSteps ? NativeTrial.Follow.ALWAYS : NativeTrial.Follow.FAILURES);
    }

    /** The answer with the program's output, if that was not printed at once, and how to reproduce a failure. */
    private Answer told(Trial.Result result, Printed printed) {
        Answer answer = result.answer();
        boolean failed = answer.verdict() instanceof Verdict.Violated;
        List<String> remarks = result.ending()
                .map(ending -> List.of("run: " + ending + replayHint(failed)))
                .orElse(List.of());
        Optional<String> kept =
                answer.evidence() instanceof Evidence.Run(var _, var output, var _) && output.isPresent()
                        ? output
                        : printed.kept();
        return answer.with(new Evidence.Run(answer.evidence().forReplay(), kept, remarks));
    }

    private void showSteps(Answer answer, @Nullable TrialSteps telling, Output output) {
        boolean isShownAnyway = answer.verdict() instanceof Verdict.Violated;
        if (!common.isJson() && !isShownAnyway && telling != null) {
            new Screen(output, common.manner()).steps(telling);
        }
    }

    /** How to reproduce the failure. */
    private String replayHint(boolean failed) {
        if (!failed || natively.value() || schedule.value().isPresent()) return "";
        return saveSchedule
                .value()
                .map(path -> " (again: --schedule " + path + ")")
                .orElse(" (again: --seed " + seed.value() + schedulerHint() + ")");
    }

    private String schedulerHint() {
        return switch (scheduler.value()) {
            case RANDOM -> "";
            case ROUND_ROBIN -> " --scheduler round-robin";
            case PCT -> " --scheduler pct --pct-depth " + pctDepth.value();
        };
    }

    private Scheduling scheduling() {
        if (schedule.value().isPresent()) {
            Path file = schedule.value().get();
            return new Scheduling.Scripted(Saving.readSchedule(file), file);
        }
        return switch (scheduler.value()) {
            case RANDOM -> new Scheduling.Random(seed.value());
            case ROUND_ROBIN -> new Scheduling.RoundRobin(seed.value());
            case PCT -> new Scheduling.Pct(seed.value(), pctDepth.value().intValue());
        };
    }
}
