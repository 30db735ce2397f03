package dev.moirai.cli;

import dev.moirai.rely.proof.Certificate;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** {@code moirai verify-certificate}: checks a proof of termination again, from its file alone. */
final class VerifyCertificateCommand implements Command {
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
        return switch (check.orElseThrow(() -> new GaveUpException("time limit reached"))) {
            case Certificate.Check.Valid(var premises) -> {
                if (json.value()) print(verdict(file, "valid").put("premises", premises), output);
                else {
                    output.out().println(premises + " premises, each confirmed by cvc5");
                    output.out().println("VERDICT: CERTIFICATE VALID");
                }
                yield ExitCode.OK;
            }
            case Certificate.Check.Invalid(var premise, var answer) -> {
                boolean unknown = answer.equals("unknown");
                String word = unknown ? "unknown" : "invalid";
                if (json.value())
                    print(verdict(file, word).put("premise", premise).put("answer", answer), output);
                else {
                    output.out().println("not confirmed (" + answer + "): " + premise);
                    output.out()
                            .println(unknown ? "VERDICT: UNKNOWN time limit reached" : "VERDICT: CERTIFICATE INVALID");
                }
                yield unknown ? ExitCode.UNKNOWN : ExitCode.VIOLATION;
            }
            case Certificate.Check.Malformed(var why, var line) ->
                throw new InputException(Diagnostic.error(
                        new SourceSpan(file.toString(), line, 0),
                        "this is no certificate: " + why.lines().findFirst().orElse("")));
        };
    }

    private static Json.Builder verdict(Path file, String word) {
        return new Json.Builder().put("file", file.toString()).put("verdict", word);
    }

    private static void print(Json.Builder json, Output output) {
        output.out().print(JsonWriter.write(json.build()));
    }
}
