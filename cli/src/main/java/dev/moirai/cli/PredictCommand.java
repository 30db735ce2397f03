package dev.moirai.cli;

import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.predict.JvmPrediction;
import dev.moirai.verify.predict.Prediction;
import dev.moirai.verify.predict.Prediction.Slicing;
import dev.moirai.verify.predict.Recording;
import dev.moirai.verify.predict.RunSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * {@code moirai predict}: answers what could have gone wrong if the steps of a recorded run had happened in another
 * order.
 */
final class PredictCommand implements Command {
    private static final String NAME = "predict";

    private static final Set<Property> KNOWN = known();

    private final Syntax syntax = new Syntax();
    private final Option<Transactions> transactions = syntax.value(
            "--transactions",
            "NAME",
            Transactions.CRITICAL_SECTIONS,
            "What is meant to be atomic: critical-sections, functions (each call from a thread's start function), or"
                    + " annotated (MOIRAI_ATOMIC_BEGIN() to MOIRAI_ATOMIC_END() of moirai.h).",
            Readers.oneOf(Transactions.class));
    private final Option<CausalModel> model = syntax.value(
            "--model",
            "NAME",
            CausalModel.SYMBOLIC,
            "Which reorderings count: symbolic (all the program can do), maximal (those in which every read sees what"
                    + " it saw) or lock-only (all that synchronisation allows; results are possible, not confirmed).",
            Readers.oneOf(CausalModel.class));
    private final Option<Optional<Long>> contextBound = syntax.value(
            "--context-bound",
            "B",
            Optional.empty(),
            "Only reorderings of at most B context switches. Without it: all, and of each violation one with the"
                    + " fewest.",
            Readers.optionalNumber(0, 1_000_000));
    private final Option<Boolean> noSlicing = syntax.flag(
            "--no-slicing", "Ask about all steps of the trace, also those that cannot matter: slower, for comparison.");
    private final Option<Boolean> allowPartial =
            syntax.flag("--allow-partial", "Use a trace that breaks off or is damaged up to where it is whole.");
    private final Option<OptionalLong> seed = syntax.value(
            "--seed",
            "N",
            OptionalLong.empty(),
            "For a C file: the chance under which it is recorded, as for record.",
            Readers.optionalLong());
    private final Option<Long> maxSteps = syntax.value(
            "--max-steps",
            "N",
            1_000_000L,
            "For a C file: record so many steps at most (1000000).",
            Readers.number(1, Long.MAX_VALUE));
    private final Option<String> solver = syntax.value(
            "--solver",
            "NAME",
            "auto",
            "Whom to ask: auto, moirai, cadical, bitwuzla, z3, or a command.",
            (text, _) -> text);
    private final ClusterOptions cluster = new ClusterOptions(syntax);
    private final Option<Optional<Long>> jobs = syntax.value(
            "--jobs",
            "N",
            Optional.empty(),
            "How many candidates to look at at a time. Without it: one a core.",
            Readers.optionalNumber(1, 1024));
    private final JavaOptions java = new JavaOptions(syntax);
    private final Option<Boolean> explore = syntax.flag(
            "--explore",
            "Go on where the trace ends: run orders in which branches go the other way, and predict from those runs"
                    + " too.");
    private final Option<Long> runs = syntax.value(
            "--runs", "N", 50L, "With --explore: at most so many runs (50).", Readers.number(1, 1_000_000));
    private final Strictness strictness = new Strictness(syntax);
    private final CommonOptions common = new CommonOptions(syntax, KNOWN, Prediction.OF_PROGRAMS);

    private static Set<Property> known() {
        var known = new LinkedHashSet<>(Prediction.OF_PROGRAMS);
        known.add(Property.EXCEPTION);
        return Collections.unmodifiableSet(known);
    }

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai predict TRACE|FILE.c... [options] [-- ARGUMENTS]")
                .usage("moirai predict --java [options] -- java -cp CLASSES Main")
                .paragraph("Looks at a recorded run (of a C file: records one) and finds what would have gone wrong had"
                        + " its threads moved in another order: failed assertions, broken transactions, data"
                        + " races, deadlocks, misused locks. Whatever is reported has been run by the"
                        + " interpreter.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai predict examples/predict/bank.c")
                .line("moirai predict run.trace --property data-race --witness race.json");
    }

    @Override
    public int execute(Output output) {
        boolean isJava = java.isJava() || isJavaRun();
        if (!isJava && syntax.operands().isEmpty() && !common.isProjectGiven()) {
            throw new UsageException("predict needs a trace, a C file, or --java and a command after --");
        }
        if (!isJava && common.properties().contains(Property.EXCEPTION)) {
            throw new UsageException("exception is for JVM programs: --java");
        }
        if (transactions.isGiven() && !common.properties().contains(Property.ATOMICITY)) {
            throw new UsageException("--transactions says what atomicity means: add atomicity to --property");
        }
        if (runs.isGiven() && !explore.value()) throw new UsageException("--runs is for --explore");
        if (explore.value() && model.value() != CausalModel.SYMBOLIC) {
            throw new UsageException("--explore turns branches by values: it needs --model symbolic");
        }
        String operand = syntax.operands().isEmpty() ? "" : syntax.operands().getFirst();
        Path path = Readers.toPath(operand);
        try {
            Budget budget = common.budget();
            Set<Property> asked =
                    isJava && !common.choosesProperties() ? Prediction.OF_JAVA : ordered(common.properties());
            var options = new Prediction.Options(
                    asked,
                    transactions.value(),
                    model.value(),
                    contextBound
                            .value()
                            .map(bound -> OptionalInt.of(bound.intValue()))
                            .orElse(OptionalInt.empty()),
                    noSlicing.value() ? Slicing.NONE : Slicing.BY_CLAIM,
                    solver.value(),
                    jobs.value().map(Long::intValue).orElse(Runtime.getRuntime().availableProcessors()),
                    explore.value() ? OptionalInt.of(runs.value().intValue()) : OptionalInt.empty());
            if (isJava && cluster.isGiven()) throw new UsageException("--cluster is not for JVM programs");
            if (isJava) return predictJava(operand, options, budget, output);
            RunSource source = source(path, operand, output);
            Recording.Recorded recorded;
            try (var _ = new Ticker(output, common, "recording " + operand)) {
                recorded = Recording.from(source, budget);
            }
            Reply reply;
            try (var ticker = new Ticker(output, common, "predicting")) {
                // On this machine the predictor divides the candidates itself.
                Optional<Long> forOthers = cluster.isGiven() ? jobs.value() : Optional.empty();
                reply = cluster.with(
                        forOthers,
                        output,
                        ticker::at,
                        nodes -> Reply.to(
                                NAME,
                                operand,
                                output,
                                () -> Prediction.answer(recorded, options, budget.with(nodes), ticker::at)));
            }
            return new Delivery(output, common).of(reply, strictness);
        } catch (UncheckedIOException e) {
            IOException cause = Objects.requireNonNull(e.getCause());
            throw new UsageException("cannot read " + operand + ": "
                    + (cause instanceof NoSuchFileException ? "no such file" : cause.getMessage()));
        }
    }

    /** Whether the operand is a recorded run of a JVM program. */
    private boolean isJavaRun() {
        return syntax.operands().size() == 1
                && JvmPrediction.isRun(Readers.toPath(syntax.operands().getFirst()));
    }

    private int predictJava(String operand, Prediction.Options options, Budget budget, Output output) {
        for (Property each : options.properties()) {
            if (!Prediction.OF_JAVA.contains(each))
                throw new UsageException(each.word() + " is not looked for in JVM programs");
        }
        JvmPrediction.Source source;
        if (isJavaRun()) {
            if (!syntax.rest().isEmpty()) throw new UsageException(operand + " has been recorded: it takes no command");
            source = new JvmPrediction.Source.Recorded(Readers.toPath(operand));
        } else {
            if (!syntax.operands().isEmpty()) {
                throw new UsageException(operand + " is no recorded run; with --java the command comes after --");
            }
            if (syntax.rest().isEmpty()) {
                throw new UsageException(
                        "--java needs the command that runs the program: predict --java -- java -cp ... Main");
            }
            source = new JvmPrediction.Source.FreshRun(
                    java.input(syntax.rest(), common),
                    common.isJson() ? JvmPrediction.Printed.DROPPED : JvmPrediction.Printed.SHOWN);
        }
        Reply reply;
        try (var ticker = new Ticker(output, common, "predicting")) {
            reply = Reply.to(NAME, operand, output, () -> JvmPrediction.answer(source, options, budget, ticker::at));
        }
        return new Delivery(output, common).of(reply, strictness);
    }

    private static Set<Property> ordered(Set<Property> chosen) {
        var ordered = new LinkedHashSet<>(KNOWN);
        ordered.retainAll(chosen);
        return ordered;
    }

    private RunSource source(Path path, String operand, Output output) {
        if ((StandardInput.is(path) || Files.isRegularFile(path)) && Recording.isTrace(path)) {
            if (syntax.operands().size() > 1 || common.isProjectGiven()) {
                throw new UsageException(operand + " is a trace: it knows its program, and takes no other file");
            }
            for (Option<?> option : List.of(seed, maxSteps)) {
                if (option.isGiven()) {
                    throw new UsageException(
                            option.names().getFirst() + " is for a C file: " + operand + " has been recorded");
                }
            }
            if (!syntax.rest().isEmpty()) {
                throw new UsageException("arguments after -- are for a C file: " + operand + " has been recorded");
            }
            return allowPartial.value() ? new RunSource.PartOfTrace(path) : new RunSource.WholeTrace(path);
        }
        if (operand.endsWith(".trace") && Files.isRegularFile(path)) {
            throw new UsageException(operand + " is not a trace: it does not begin like one");
        }
        if (allowPartial.value())
            throw new UsageException("--allow-partial is for a trace, and " + operand + " is none");
        return new RunSource.FreshRun(
                common.input(syntax.operands(), syntax.rest(), output), seed.value(), maxSteps.value());
    }
}
