package dev.moirai.cli;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.source.InputException;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Choices;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.cache.ResultCache;
import dev.moirai.verify.check.Check;
import dev.moirai.verify.check.Check.Reduction;
import dev.moirai.verify.check.CheckEngine;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** {@code moirai check}: answers whether programs can fail; for several programs, with one line each. */
final class CheckCommand implements Command {
    private static final String NAME = "check";

    /** So many programs are read ahead at most for those who work on them. */
    private static final int MOST_HANDED_OVER = 512;

    private final Syntax syntax = new Syntax();
    private final Option<CheckEngine> engine = syntax.value(
            "--engine",
            "NAME",
            CheckEngine.AUTO,
            "explicit (every interleaving, state by state), lazy (all interleavings of some rounds, as one formula),"
                    + " order (all interleavings, as one formula over the order of events), modular (a proof without"
                    + " bounds, thread by thread, of what --property names) or auto (all of these, the first answer"
                    + " counts).",
            Readers.oneOf(CheckEngine.OFFERED));
    private final Option<Boolean> noReduction =
            syntax.flag("--no-reduction", "Explore also interleavings that a partial-order argument rules out.");
    private final Option<Long> maxStates = syntax.value(
            "--max-states", "N", Long.MAX_VALUE, "Give up after so many states.", Readers.number(1, Long.MAX_VALUE));
    private final Option<Optional<Long>> unwind = syntax.value(
            "--unwind",
            "N",
            Optional.empty(),
            "Run loop bodies at most N times and, but for explicit, let functions call themselves at most N deep."
                    + " Without it (and --rounds): lazy, order and auto more and more, for 60 s unless --time says"
                    + " otherwise.",
            Readers.optionalNumber(1, 10_000));
    private final Option<Optional<Long>> rounds = syntax.value(
            "--rounds",
            "N",
            Optional.empty(),
            "Let every thread run once in each of N rounds, and main once more: --engine lazy, which is also asked,"
                    + " with modular beside it, if no engine is named. With --unwind alone: 2.",
            Readers.optionalNumber(1, 10_000));
    private final UnwindOptions finer = new UnwindOptions(syntax, "");
    private final Option<Boolean> showLoops = syntax.flag(
            "--show-loops",
            "Check nothing, but list the loops, recursive functions and created threads that bounds may cut off.");
    private final Option<String> solver = syntax.value(
            "--solver",
            "NAME",
            "auto",
            "lazy, order, auto: moirai (our own), cadical, bitwuzla, z3, a command that reads SMT-LIB (\"z3 -in\") or"
                    + " DIMACS (kissat), or auto (our own, and CaDiCaL goes on when that takes long).",
            (text, _) -> text);
    private final Option<String> backend = syntax.value(
            "--backend",
            "NAME",
            "embedded",
            "lazy: who decides the sequentialized program: embedded (our own engine), cbmc (an installed CBMC 6, on the"
                    + " emitted C), or the path of a CBMC.",
            Readers::backend);
    private final Option<Optional<Path>> choices = syntax.value(
            "--choices",
            "OUT",
            Optional.empty(),
            "lazy: write what the sequentialized program must choose to get to the violation, for the program of"
                    + " sequentialize --for gcc.",
            Readers::output);
    private final Option<Optional<Path>> certificate = syntax.value(
            "--certificate",
            "OUT",
            Optional.empty(),
            "modular: write the proof there, for verify-certificate or any SMT solver.",
            Readers::output);
    private final Option<Boolean> each =
            syntax.flag("--each", "Check each file as a program of its own: a line each and a summary.");
    private final Option<Optional<Long>> jobs = syntax.value(
            "--jobs",
            "N",
            Optional.empty(),
            "Use N cores: with --each, so many programs at a time (else one a core); without it, lazy and order cut"
                    + " questions that take long into parts and work on so many of them at a time (else on one).",
            Readers.optionalNumber(1, 1024));
    private final Option<Check.Split> split = syntax.value(
            "--split",
            "NAME",
            Check.Split.INTERLEAVINGS,
            "How parts are made, with --jobs or --cluster: interleavings (shares of them, where a question takes long)"
                    + " or bounds (growing ones, all at once).",
            Readers.oneOf(Check.Split.class));
    private final ClusterOptions cluster = new ClusterOptions(syntax);
    private final CacheOptions cache = new CacheOptions(syntax);
    private final AtomicReference<Choices> found = new AtomicReference<>();
    private final Strictness strictness = new Strictness(syntax);
    private final TaskOptions task = new TaskOptions(syntax);
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai check FILE.c... [options] [-- ARGUMENTS]")
                .paragraph("Searches all interleavings of a C program, and all free choices where they are few, for a"
                        + " violation. A violation is run again before it is reported, and shown as one column a"
                        + " thread. Several files are linked into one program; with --each they are several"
                        + " programs, and the highest exit code wins.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai check examples/check/peterson.c")
                .line("moirai check main.c queue.c -Iinclude -DNDEBUG")
                .line("moirai check -p build --main driver.c")
                .line("moirai check --each examples/check/*.c --property data-race");
    }

    @Override
    public int execute(Output output) {
        var files = task.files(syntax.operands(), common);
        common.requireFiles(NAME, files);
        int programs = each.value() ? files.size() : 1;
        if (each.value() && common.isProjectGiven()) {
            throw new UsageException("--each checks files one by one: it takes neither -p nor --main");
        }
        if (programs > 1 && common.witness().isPresent()) {
            throw new UsageException("--witness takes the schedule of one program; " + programs + " are given");
        }
        CheckEngine asked = asked();
        refuseWhatDoesNotGoTogether(asked, programs);
        var inputs = new ArrayList<Input>();
        if (!each.value()) inputs.add(common.input(files, syntax.rest(), output));
        else for (String file : files) inputs.add(common.input(List.of(file), syntax.rest(), output));
        if (showLoops.value()) {
            common.reports().refuse("check --show-loops");
            return listLoops(inputs, output);
        }
        return inputs.size() == 1 ? one(inputs.getFirst(), output) : several(inputs, output);
    }

    private Check.Options options(Workforce workforce) {
        return new Check.Options(
                common.properties(),
                asked(),
                noReduction.value() ? Reduction.NONE : Reduction.PARTIAL_ORDER,
                maxStates.value(),
                searchBounds(),
                backend.value().equals("embedded")
                        ? new Backend.Embedded(solver.value())
                        : new Backend.Cbmc(backend.value()),
                found::set,
                common.time(),
                workforce,
                split.value());
    }

    /** The engine that is asked. Only the lazy engine has rounds, so whoever bounds them asks for that engine. */
    private CheckEngine asked() {
        return engine.value() == CheckEngine.AUTO && rounds.isGiven() ? CheckEngine.ROUNDS : engine.value();
    }

    private void refuseWhatDoesNotGoTogether(CheckEngine asked, int programs) {
        boolean lazy = asked.hasRounds();
        if (rounds.isGiven() && !lazy) {
            throw new UsageException("--rounds bounds the lazy engine, and " + word(asked)
                    + " knows no rounds: leave it out, or say --engine lazy");
        }
        if (choices.isGiven() && (programs > 1 || !lazy)) {
            throw new UsageException("--choices takes those of one program, with --engine lazy");
        }
        if (backend.isGiven() && !lazy) throw new UsageException("--backend needs --engine lazy");
        if (lazy && common.properties().contains(Property.DATA_RACE)) {
            throw new UsageException((engine.isGiven() ? "--engine lazy" : "--rounds asks for the lazy engine, which")
                    + " does not look for data races; order, explicit and auto do");
        }
        boolean canGrow = asked != CheckEngine.EXPLICIT && asked != CheckEngine.MODULAR;
        boolean isBounded = unwind.isGiven() || rounds.isGiven() || backend.isGiven();
        if (split.value() == Check.Split.BOUNDS && (isBounded || !canGrow)) {
            throw new UsageException("--split bounds tries growing bounds, with --engine lazy, order or auto: leave out"
                    + " --unwind, --rounds and --backend");
        }
        boolean proves = asked == CheckEngine.MODULAR;
        if (certificate.isGiven() && (programs > 1 || !proves)) {
            throw new UsageException("--certificate takes the proof of one program, with --engine modular");
        }
        if (proves && !CheckEngine.PROVABLE.containsAll(common.properties())) {
            String words = CheckEngine.PROVABLE.stream().map(Property::word).collect(Collectors.joining(","));
            throw new UsageException(
                    "--engine modular proves nothing about other properties than these: say --property " + words
                            + ", or some of them");
        }
        if (proves && unwind.isGiven()) {
            throw new UsageException("--engine modular knows no bounds: leave out --unwind");
        }
        boolean searches = asked == CheckEngine.EXPLICIT || asked == CheckEngine.AUTO;
        for (Option<?> option : List.of(noReduction, maxStates)) {
            if (option.isGiven() && !searches) {
                throw new UsageException(
                        option.names().getFirst() + " is for the explicit search: say --engine explicit or auto");
            }
        }
        if (solver.isGiven() && (asked == CheckEngine.EXPLICIT || proves)) {
            throw new UsageException("--solver is for lazy, order and auto: " + word(asked)
                    + (proves ? " has its own" : " asks no solver"));
        }
        if (solver.isGiven() && backend.isGiven() && !backend.value().equals("embedded")) {
            throw new UsageException("--solver and --backend " + backend.value() + " exclude each other");
        }
    }

    private static String word(CheckEngine engine) {
        return "--engine " + engine.name().toLowerCase(Locale.ROOT);
    }

    private SearchBounds searchBounds() {
        boolean bounded = unwind.value().isPresent() || rounds.value().isPresent();
        int bodies = unwind.value().orElse(2L).intValue();
        var bounds = new Bounds(bodies, rounds.value().orElse(2L).intValue());
        return new SearchBounds(bounded ? Optional.of(bounds) : Optional.empty(), finer.unwindSet(), finer.threads());
    }

    private void saveChoices(Path path, Choices found, Output output) {
        String command = "moirai sequentialize " + String.join(" ", syntax.operands()) + " --for gcc --unwind "
                + found.bounds().unwind() + " --rounds " + found.bounds().rounds() + unwindSet(found);
        Saving.text(path, "choices for the program of " + command + ", other options alike\n" + found.text());
        if (found.needWildMemory()) {
            output.err()
                    .println("moirai: the violation needs memory that nobody has written to be other than zero;"
                            + " in the program of sequentialize --for gcc it is zero, so that may not fail");
        }
    }

    /** Single loops may have other bounds than those that the user gives. */
    private static String unwindSet(Choices found) {
        if (found.unwindSet().isEmpty()) return "";
        return " --unwindset "
                + found.unwindSet().entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining(","));
    }

    private int listLoops(List<Input> inputs, Output output) {
        var replies = new ArrayList<Reply>();
        for (Input input : inputs) {
            String file = input.file().toString();
            try {
                replies.add(LoopListing.of(file, Check.cutPoints(input, common.budget())));
            } catch (InputException e) {
                replies.add(new Reply.Refused(NAME, file, e.diagnostics()));
            }
        }
        new Screen(output, common.manner()).showAll(replies);
        return worst(replies);
    }

    private int one(Input input, Output output) {
        Reply reply;
        Optional<ResultCache> kept = choices.isGiven() ? Optional.empty() : cache.cache();
        try (var progress = new Ticker(output, common, "checking " + input.file())) {
            reply = cluster.with(
                    jobs.value(),
                    output,
                    progress::at,
                    workforce ->
                            reply(input, output, () -> Check.check(input, options(workforce), progress::at, kept)));
        }
        return new Delivery(output, common).of(reply, strictness.exitCode(reply), answer -> {
            if (answer.evidence() instanceof Evidence.Safe proof) {
                certificate.value().ifPresent(path -> Saving.text(path, proof.certificate()));
            }
            Choices way = found.get();
            if (way != null && choices.value().isPresent())
                saveChoices(choices.value().get(), way, output);
        });
    }

    private int several(List<Input> inputs, Output output) {
        var screen = new Screen(output, common.manner());
        List<Reply> replies;
        try (var progress = new Ticker(output, common, "checking " + inputs.size() + " files")) {
            if (cluster.isGiven()) {
                replies = cluster.with(jobs.value(), output, progress::at, nodes -> {
                    int threads = Math.min(MOST_HANDED_OVER, 2 * nodes.places());
                    return replies(inputs, options(nodes.forWhole()), threads, progress, screen, output);
                });
            } else {
                int threads = jobs.value()
                        .map(Long::intValue)
                        .orElse(Runtime.getRuntime().availableProcessors());
                replies = replies(inputs, options(Workforce.ALONE), threads, progress, screen, output);
            }
        }
        screen.summary(replies);
        return new Delivery(output, common).ofSeveral(replies, worst(replies));
    }

    /** The answers in the order of the files, so many at a time, each with its line as soon as it is its turn. */
    private List<Reply> replies(
            List<Input> inputs, Check.Options options, int threads, Ticker progress, Screen screen, Output output) {
        var replies = new ArrayList<Reply>();
        Optional<ResultCache> kept = cache.cache();
        try (var pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().factory())) {
            var pending = new ArrayList<Future<Reply>>();
            for (Input input : inputs) {
                pending.add(pool.submit(
                        () -> reply(input, output, () -> Check.check(input, options, Progress.ignored(), kept))));
            }
            for (var future : pending) {
                replies.add(future.get());
                progress.at(replies.size() + " done");
                progress.pause();
                screen.line(replies.getLast());
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return replies;
    }

    private static Reply reply(Input input, Output output, Supplier<Answer> question) {
        return Reply.to(NAME, input.file().toString(), output, question);
    }

    private int worst(List<Reply> replies) {
        return replies.stream().mapToInt(strictness::exitCode).max().orElse(ExitCode.OK);
    }
}
