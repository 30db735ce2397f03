package dev.moirai.cli;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.livelock.LassoBounds;
import dev.moirai.verify.sequentialize.Sequentialization;
import dev.moirai.verify.sequentialize.Sequentialization.Tool;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code moirai sequentialize}: turns a program with threads into a sequential one, in C. */
final class SequentializeCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<Long> unwind =
            syntax.value("--unwind", "N", 2L, "How often a loop's body runs at most (2).", Readers.number(0, 100_000));
    private final Option<Long> rounds = syntax.value(
            "--rounds",
            "N",
            2L,
            "How many rounds, in each of which every thread runs once (2).",
            Readers.number(1, 1000));
    private final Option<Boolean> lasso = syntax.flag(
            "--lasso", "Write the search for a fair run without end instead: what livelock asks its solver.");
    private final Option<Long> stem = syntax.value(
            "--stem", "K1", 1L, "With --lasso: rounds of the stem, as for livelock (1).", Readers.number(0, 1000));
    private final Option<Long> lassoRounds =
            syntax.value("--lasso-rounds", "K2", 1L, "With --lasso: rounds that repeat (1).", Readers.number(1, 1000));
    private final UnwindOptions finer = new UnwindOptions(syntax, "");
    private final Option<Tool> tool = syntax.value(
            "--for",
            "TOOL",
            Tool.CBMC,
            "cbmc, esbmc, gcc: a program to be run, with choices from a seed or a file; or boogie. Without it: cbmc,"
                    + " and for a Boogie program boogie.",
            Readers.oneOf(Tool.class));
    private final Option<Optional<Path>> out = syntax.value(
            "-o", "OUT.c", Optional.empty(), "Where to write; without it, standard output.", Readers::output);
    private final CommonOptions common = new CommonOptions(
            syntax, EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.DIVISION));

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai sequentialize FILE.c... [--unwind N] [--rounds N] [-o OUT.c] [--for TOOL] [options]")
                .paragraph(
                        "Translates a C program with threads into one without, which fails an assertion if and only if"
                                + " the program does within the bounds: loops unwound, calls inlined, threads run in"
                                + " rounds (lazy sequentialization, CAV 2014). For tools that know no threads.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Example:")
                .line("moirai sequentialize examples/check/counter-race.c --unwind 2 --rounds 2 --for gcc -o seq.c")
                .line("gcc -fwrapv seq.c && ./a.out --seed 7")
                .line("moirai sequentialize examples/livelock/fig1b.c --lasso --stem 1 --lasso-rounds 1 -o lasso.c");
    }

    private LassoBounds lassoBounds() {
        return new LassoBounds(
                stem.value().intValue(),
                lassoRounds.value().intValue(),
                Math.max(1, unwind.value().intValue()));
    }

    @Override
    public int execute(Output output) {
        common.requireFiles("sequentialize", syntax.operands());
        common.reports().refuse("sequentialize");
        refuseWhatDoesNotGoTogether();
        var bounds = new Bounds(unwind.value().intValue(), rounds.value().intValue());
        var input = common.input(syntax.operands(), syntax.rest(), output);
        Tool tool = !this.tool.isGiven() && Input.isBoogie(input.file()) ? Tool.BOOGIE : this.tool.value();
        var options = new Sequentialization.Options(bounds, finer.unwindSet(), finer.threads(), properties(tool));
        String file = input.file().toString();
        Sequentialization.Result result;
        try (var _ = new Ticker(output, common, "sequentializing " + file)) {
            result = lasso.value()
                    ? Sequentialization.ofLasso(input, lassoBounds(), tool, common.budget())
                    : Sequentialization.of(input, options, tool, common.budget());
        }
        out.value().ifPresent(path -> Saving.text(path, result.text()));
        String text = out.value().map(path -> summary(path, result)).orElse(result.text());
        return new Delivery(output, common).of(new Reply.Made(json(file, result), text));
    }

    /** Programs in Boogie are not asked for deadlocks: that needs a look at all threads at once. */
    private Set<Property> properties(Tool tool) {
        Set<Property> chosen = common.properties();
        if (tool != Tool.BOOGIE || common.choosesProperties() || !chosen.contains(Property.DEADLOCK)) return chosen;
        var fewer = EnumSet.copyOf(chosen);
        fewer.remove(Property.DEADLOCK);
        return fewer;
    }

    private void refuseWhatDoesNotGoTogether() {
        if (common.witness().isPresent()) {
            throw new UsageException("sequentialize finds nothing that a --witness could show; check does");
        }
        for (Option<?> option : List.of(stem, lassoRounds)) {
            if (option.isGiven() && !lasso.value()) {
                throw new UsageException(option.names().getFirst() + " is about the search for a lasso: add --lasso");
            }
        }
        if (!lasso.value()) return;
        if (rounds.isGiven())
            throw new UsageException("--lasso has its rounds from --stem and --lasso-rounds, not --rounds");
        if (finer.areGiven()) throw new UsageException("--lasso takes no --unwindset and no --threads");
        if (common.choosesProperties()) {
            throw new UsageException("--lasso takes no --property: it is the search for a run without end");
        }
    }

    private String summary(Path path, Sequentialization.Result result) {
        return "wrote " + path + ": " + result.threads() + " threads, "
                + (lasso.value() ? lassoBounds().toString() : rounds.value() + " rounds")
                + (result.cut() ? ", cut at unwind " + unwind.value() : ", nothing cut off") + "\n";
    }

    private Json json(String file, Sequentialization.Result result) {
        var json = new Json.Builder().put("threads", result.threads()).put("cut", new Json.Bool(result.cut()));
        out.value()
                .ifPresentOrElse(path -> json.put("output", path.toString()), () -> json.put("program", result.text()));
        return AnswerJson.begun("sequentialize", file)
                .put("sequentialized", json.build())
                .build();
    }
}
