package dev.moirai.cli;

import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.jvm.JvmLivelock;
import dev.moirai.verify.livelock.LassoBounds;
import dev.moirai.verify.livelock.Livelock;
import dev.moirai.verify.livelock.LivelockEngine;
import dev.moirai.verify.sequentialize.Sequentialization;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code moirai livelock}: answers whether a program can run for ever under a fair scheduler. */
final class LivelockCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<Fairness> fairness = syntax.value(
            "--fairness",
            "SORT",
            Fairness.STRONG,
            "strong (who can move again and again does, as without the option), weak (who can move without a break"
                    + " does) or none.",
            Readers.oneOf(Fairness.class));
    private final Option<Optional<String>> thread = syntax.value(
            "--thread",
            "NAME",
            Optional.empty(),
            "Can this thread be kept from ending? It is called by its start function; the second one of worker is"
                    + " 'worker#2'.",
            Readers::optionalText);
    private final Option<Optional<String>> response = syntax.value(
            "--response",
            "P -> Q",
            Optional.empty(),
            "Can P hold at some moment, and Q neither then nor ever after? Both are conditions on global variables:"
                    + " \"waiting == 1 -> served == 1\".",
            Readers::optionalText);
    private final Option<LivelockEngine> engine = syntax.value(
            "--engine",
            "NAME",
            LivelockEngine.AUTO,
            "explicit (every state), lasso (stem and lasso of some rounds, as one formula) or auto (explicit for a"
                    + " moment, then lasso, and after a first look for a lasso the proof of terminates).",
            Readers.oneOf(LivelockEngine.class));
    private final Option<Optional<Long>> stem = syntax.value(
            "--stem",
            "K1",
            Optional.empty(),
            "lasso: rounds before the lasso. Without it, --lasso and --contexts: more and more.",
            Readers.optionalNumber(0, 1000));
    private final Option<Optional<Long>> lasso = syntax.value(
            "--lasso",
            "K2",
            Optional.empty(),
            "lasso: rounds that repeat, in each of which every thread runs once.",
            Readers.optionalNumber(1, 1000));
    private final Option<Optional<Long>> contexts = syntax.value(
            "--contexts",
            "K",
            Optional.empty(),
            "lasso: all K1 and K2 that together are K.",
            Readers.optionalNumber(1, 1000));
    private final Option<Optional<Long>> unwind = syntax.value(
            "--unwind",
            "N",
            Optional.empty(),
            "lasso: run loop bodies at most N times (3 if other bounds are given).",
            Readers.optionalNumber(1, 10_000));
    private final Option<Long> maxStates = syntax.value(
            "--max-states",
            "N",
            Long.MAX_VALUE,
            "explicit: give up after so many states.",
            Readers.number(1, Long.MAX_VALUE));
    private final Option<Optional<Path>> emit = syntax.value(
            "--emit-sequential",
            "OUT",
            Optional.empty(),
            "Answer nothing, but write the sequential program whose assertion fails iff there is such a lasso, for the"
                    + " bounds --stem, --lasso and --unwind: OUT.bpl in Boogie, OUT.c in C.",
            Readers::output);
    private final Option<String> solver =
            syntax.value("--solver", "NAME", "auto", "lasso: as for check.", (text, _) -> text);
    private final Option<Optional<Long>> jobs = syntax.value(
            "--jobs", "N", Optional.empty(), "lasso: try so many bounds at a time.", Readers.optionalNumber(1, 1024));
    private final ClusterOptions cluster = new ClusterOptions(syntax);
    private final JavaOptions java = new JavaOptions(syntax);
    private final Strictness strictness = new Strictness(syntax);
    private final CommonOptions common = new CommonOptions(syntax, Set.of(Property.DEADLOCK));

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai livelock FILE.c... [options] [-- ARGUMENTS]")
                .paragraph(
                        "Looks for a run that goes on for ever although the scheduler is fair: threads that retry and"
                            + " retry, a thread that starves. Such a run is a stem, and then a lasso that leads back"
                            + " to its own start. It is run by the interpreter, the lasso twice, before it is"
                            + " reported. A deadlock is reported as such.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai livelock examples/livelock/philosophers-trylock.c")
                .line("moirai livelock examples/livelock/spinlock-starvation.c --thread late")
                .line("moirai livelock --java -- java -cp classes Polite");
    }

    @Override
    public int execute(Output output) {
        java.check(syntax.operands(), common);
        if (java.isJava()) return java(output);
        common.requireFiles("livelock", syntax.operands());
        if (common.choosesProperties()) {
            throw new UsageException(
                    "livelock takes no --property: it looks for runs that never end, and for deadlocks");
        }
        if (maxStates.isGiven() && engine.value() == LivelockEngine.LASSO) {
            throw new UsageException("--max-states is for the explicit search: say --engine explicit or auto");
        }
        if (solver.isGiven() && engine.value() == LivelockEngine.EXPLICIT) {
            throw new UsageException("--solver is for lasso and auto: --engine explicit asks no solver");
        }
        if (thread.value().isPresent() && response.value().isPresent()) {
            throw new UsageException("--thread and --response exclude each other");
        }
        Input input = common.input(syntax.operands(), syntax.rest(), output);
        if (emit.value().isPresent()) return emit(input, emit.value().get(), output);
        Reply reply;
        try (var progress = new Ticker(output, common, "looking at " + input.file())) {
            reply = cluster.with(
                    jobs.value(),
                    output,
                    progress::at,
                    workforce -> Reply.to(
                            "livelock",
                            input.file().toString(),
                            output,
                            () -> Livelock.check(input, options(workforce), progress::at)));
        }
        return new Delivery(output, common).of(reply, strictness);
    }

    private Livelock.Options options(Workforce workforce) {
        return new Livelock.Options(
                fairness.value(),
                thread.value(),
                response.value(),
                engine.value(),
                bounds(),
                maxStates.value(),
                solver.value(),
                common.time(),
                workforce);
    }

    private int java(Output output) {
        if (cluster.isGiven()) throw new UsageException("--cluster is not for JVM programs");
        for (Option<?> option : List.of(
                fairness, thread, response, engine, stem, lasso, contexts, unwind, maxStates, emit, solver, jobs)) {
            if (option.isGiven()) throw new UsageException(option.names().getFirst() + " is not for JVM programs");
        }
        java.refuseSchedule("livelock --java");
        var input = java.input(syntax.rest(), common);
        output.out().flush();
        Reply reply;
        try (var _ = new Ticker(output, common, "running")) {
            reply = Reply.to(
                    "livelock",
                    String.join(" ", syntax.rest()),
                    output,
                    () -> JvmLivelock.check(input, common.budget()));
        }
        return new Delivery(output, common).of(reply, strictness);
    }

    private int emit(Input input, Path out, Output output) {
        List<LassoBounds> wanted = bounds().orElseGet(() -> List.of(new LassoBounds(1, 1, 3)));
        if (wanted.size() > 1 || thread.isGiven() || response.isGiven() || fairness.isGiven()) {
            throw new UsageException("--emit-sequential takes --stem, --lasso and --unwind, and looks for strongly fair"
                    + " runs of any threads");
        }
        LassoBounds lassoBounds = wanted.getFirst();
        var tool = Input.isBoogie(out) ? Sequentialization.Tool.BOOGIE : Sequentialization.Tool.CBMC;
        Sequentialization.Result result = Sequentialization.ofLasso(input, lassoBounds, tool, common.budget());
        Saving.text(out, result.text());
        var json = new Json.Builder()
                .put("threads", result.threads())
                .put("cut", new Json.Bool(result.cut()))
                .put("output", out.toString());
        String text = "wrote " + out + ": " + result.threads() + " threads, " + lassoBounds
                + (result.cut() ? ", cut off" : ", nothing cut off") + "\n";
        var object = AnswerJson.begun("livelock", input.file().toString())
                .put("sequentialized", json.build())
                .build();
        return new Delivery(output, common).of(new Reply.Made(object, text));
    }

    private Optional<List<LassoBounds>> bounds() {
        boolean none = stem.value().isEmpty()
                && lasso.value().isEmpty()
                && contexts.value().isEmpty()
                && unwind.value().isEmpty();
        if (none) return Optional.empty();
        if (engine.value() == LivelockEngine.EXPLICIT) {
            throw new UsageException("--stem, --lasso, --contexts and --unwind are bounds of --engine lasso");
        }
        int loops = unwind.value().orElse(3L).intValue();
        if (contexts.value().isPresent()) {
            if (stem.value().isPresent() || lasso.value().isPresent()) {
                throw new UsageException("--contexts says what --stem and --lasso say");
            }
            return Optional.of(LassoBounds.ofContexts(contexts.value().get().intValue(), loops));
        }
        return Optional.of(List.of(new LassoBounds(
                stem.value().orElse(1L).intValue(), lasso.value().orElse(1L).intValue(), loops)));
    }
}
