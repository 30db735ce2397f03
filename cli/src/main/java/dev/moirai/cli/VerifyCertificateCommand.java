package dev.moirai.cli;

import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.terminates.Certificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code moirai verify-certificate}: checks a proof again, from its file alone. */
final class VerifyCertificateCommand implements Command {
    private static final String NAME = "verify-certificate";

    private final Syntax syntax = new Syntax();
    private final Option<Boolean> json = syntax.flag("--json", "Print one JSON object instead of text.");
    private final Option<Optional<Duration>> time = syntax.value(
            "--time",
            "TIME",
            Optional.empty(),
            "Give up after this time: 60s, 5m. Without it: never.",
            Readers::duration);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai verify-certificate PROOF.smt2 [options]")
                .paragraph("Has cvc5 check every premise of a certificate that terminates or check wrote with"
                        + " --certificate. The file"
                        + " is plain SMT-LIB: other solvers must answer unsat to every question of it too.")
                .heading("Options:")
                .options(syntax.options());
    }

    @Override
    public int execute(Output output) {
        if (syntax.operands().size() != 1) throw new UsageException("verify-certificate needs one file");
        Path file = Readers.toPath(syntax.operands().getFirst());
        String text = Saving.read(file, "certificate");
        Reply reply;
        try (var _ = Ticker.plain(output, "checking " + file)) {
            reply = reply(file.toString(), Certificates.check(file.toString(), text, Budget.of(time.value())));
        }
        var form = json.value() ? Manner.Form.JSON : Manner.Form.TEXT;
        new Screen(output, new Manner(form)).show(reply);
        return reply.exitCode();
    }

    private static Reply reply(String file, Certificates.Check check) {
        return switch (check) {
            case Certificates.Check.Valid(var premises) -> new Reply.Certified(file, premises);
            case Certificates.Check.Invalid(var premise, var answer) -> new Reply.Uncertified(file, premise, answer);
            case Certificates.Check.Open(var reason, var premise) ->
                new Reply.GaveUp(NAME, file, reason, List.of("not confirmed (unknown): " + premise));
        };
    }
}
