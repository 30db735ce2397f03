package dev.moirai.cli;

import dev.moirai.property.Reason;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.TimeLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code moirai verify-certificate}: checks a proof of termination again, from its file alone. */
final class VerifyCertificateCommand implements Command {
    private static final String NAME = "verify-certificate";
    private static final Reason OUT_OF_TIME = new Reason(Reason.Kind.TIME, "time limit reached");

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
                .paragraph("Has cvc5 check every premise of a certificate that terminates --certificate wrote. The file"
                        + " is plain SMT-LIB: other solvers must answer unsat to every question of it too.")
                .heading("Options:")
                .options(syntax.options());
    }

    @Override
    public int execute(Output output) {
        if (syntax.operands().size() != 1) throw new UsageException("verify-certificate needs one file");
        Path file = Readers.toPath(syntax.operands().getFirst());
        String text = Saving.read(file, "certificate");
        Limit limit = Limit.of(time.value());
        // cvc5 keeps the limit while it answers; while it reads it knows none.
        var check = TimeLimit.within(time.value(), () -> new Certificate(text).check(limit));
        Reply reply = reply(file.toString(), check.orElseThrow(() -> new GaveUpException(OUT_OF_TIME)));
        var form = json.value() ? Manner.Form.JSON : Manner.Form.TEXT;
        new Screen(output, new Manner(form, Manner.Detail.ALL, false)).show(reply);
        return reply.exitCode();
    }

    private static Reply reply(String file, Certificate.Check check) {
        return switch (check) {
            case Certificate.Check.Valid(var premises) -> new Reply.Certified(file, premises);
            case Certificate.Check.Invalid(var premise, var answer) -> new Reply.Uncertified(file, premise, answer);
            case Certificate.Check.Undecided(var premise) ->
                new Reply.GaveUp(NAME, file, OUT_OF_TIME, List.of("not confirmed (unknown): " + premise));
            case Certificate.Check.Malformed(var why, var line) ->
                new Reply.Refused(
                        NAME,
                        file,
                        List.of(Diagnostic.error(
                                new SourceSpan(file, line, 0),
                                "this is no certificate: "
                                        + why.lines().findFirst().orElse(""))));
        };
    }
}
