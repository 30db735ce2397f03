package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmExploration;
import dev.moirai.verify.jvm.JvmLeads;
import dev.moirai.verify.predict.JvmFlips;

/** {@code moirai explore}: runs a JVM program under many schedules until one fails. */
final class ExploreCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final JavaOptions java = new JavaOptions(syntax);
    private final Option<Long> runs =
            syntax.value("--runs", "N", 50L, "How many runs at most (50).", Readers.number(1, 1_000_000));
    private final Option<Long> seed = syntax.value(
            "--seed",
            "N",
            0L,
            "The chance that schedules are made by; the same seed gives the same runs.",
            Readers.number(Long.MIN_VALUE, Long.MAX_VALUE));
    private final Option<Boolean> chance =
            syntax.flag("--chance", "Schedules by chance only: runs are not recorded, and their branches not turned.");
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai explore --java [options] -- java -cp CLASSES MAIN [ARGUMENTS]")
                .paragraph("Runs a JVM program again and again under schedules of ours. By turns, threads are let in by"
                        + " chance, or have priorities that change at few places; or a run is recorded, and what it"
                        + " nearly did is run, and orders in which its branches go the other way. The first run that"
                        + " fails is run once more, and its interleaving is shown.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai explore --java --runs 100 -- java -cp classes shop.Main");
    }

    @Override
    public int execute(Output output) {
        if (!java.isJava()) throw new UsageException("explore is for JVM programs: --java -- java -cp classes Main");
        java.check(syntax.operands(), common);
        java.refuseSchedule("explore");
        var input = java.input(syntax.rest(), common);
        output.out().flush();
        Reply reply;
        try (var ticker = new Ticker(output, common, "exploring")) {
            reply = Reply.to("explore", String.join(" ", syntax.rest()), output, () -> {
                Budget budget = common.budget();
                JvmLeads leads = chance.value() ? JvmLeads.NONE : new JvmFlips(input, budget);
                return JvmExploration.run(input, leads, runs.value().intValue(), seed.value(), budget, ticker::at);
            });
        }
        return new Delivery(output, common).of(reply);
    }
}
