package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.InputException;
import dev.moirai.verify.Replaying;
import dev.moirai.witness.Witness;
import java.nio.file.Path;

/** {@code moirai replay}: a witness, seen again. */
final class ReplayCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai replay WITNESS.json [options]")
                .paragraph("Executes the schedule of a witness (--witness of predict, check or run) step by step on the"
                        + " interpreter, and says whether it fails as the witness claims; if not, at which step it left"
                        + " the schedule.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai predict examples/predict/lost-update.c --witness w.json")
                .line("moirai replay w.json");
    }

    @Override
    public int execute(Output output) {
        if (syntax.operands().size() != 1) throw new UsageException("replay needs one witness");
        String operand = syntax.operands().getFirst();
        Witness witness = Saving.readWitness(Path.of(operand));
        var screen = new Screen(output, common);
        try {
            return switch (Replaying.replay(witness)) {
                case Replaying.Result.Failed(var violation, var steps) -> {
                    if (!common.isQuiet()) {
                        screen.failure(violation, witness.schedule());
                        output.out().println("replay: fails as the witness claims, after " + steps + " steps");
                    }
                    output.out()
                            .println("VERDICT: VIOLATED " + violation.property().word() + " at " + place(violation)
                                    + " (thread " + violation.thread() + ")");
                    yield ExitCode.VIOLATION;
                }
                case Replaying.Result.Diverged(var why) -> {
                    output.out().println("VERDICT: UNKNOWN the witness does not replay: " + why);
                    yield ExitCode.UNKNOWN;
                }
            };
        } catch (InputException e) {
            screen.refused(operand, e.diagnostics());
            return ExitCode.INPUT;
        }
    }

    private static String place(Violation violation) {
        return violation.span().file() + ":" + violation.span().line();
    }
}
