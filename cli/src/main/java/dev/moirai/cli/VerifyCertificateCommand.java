package dev.moirai.cli;

import dev.moirai.rely.proof.Certificate;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** {@code moirai verify-certificate}: checks a proof of termination again, from its file alone. */
final class VerifyCertificateCommand implements Command {
    private final Syntax syntax = new Syntax();
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
        Path file = Path.of(syntax.operands().getFirst());
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e.getMessage());
        }
        Limit limit = Limit.of(time.value());
        return switch (new Certificate(text).check(limit)) {
            case Certificate.Check.Valid(var premises) -> {
                output.out().println(premises + " premises, each confirmed by cvc5");
                output.out().println("VERDICT: CERTIFICATE VALID");
                yield ExitCode.OK;
            }
            case Certificate.Check.Invalid(var premise, var answer) -> {
                output.out().println("not confirmed (" + answer + "): " + premise);
                boolean unknown = answer.equals("unknown");
                output.out().println(unknown ? "VERDICT: UNKNOWN time limit reached" : "VERDICT: CERTIFICATE INVALID");
                yield unknown ? ExitCode.UNKNOWN : ExitCode.VIOLATION;
            }
            case Certificate.Check.Malformed(var why) -> {
                output.err()
                        .println(file + ": this is no certificate: "
                                + why.lines().findFirst().orElse(""));
                yield ExitCode.INPUT;
            }
        };
    }
}
