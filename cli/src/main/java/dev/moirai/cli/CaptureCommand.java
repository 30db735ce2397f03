package dev.moirai.cli;

import dev.moirai.verify.input.Capture;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code moirai capture}: watches a build to find the files of a project and their compiler options, for other
 * commands.
 */
final class CaptureCommand implements Command {
    private static final String NAME = "capture";

    private final Syntax syntax = new Syntax();
    private final Option<Optional<Path>> out = syntax.value(
            "-o, --output",
            "FILE",
            Optional.empty(),
            "Where it goes. Without it: compile_commands.json. Beside it, in compile_targets.json, stands what was"
                    + " linked from what.",
            Readers::output);
    private final Option<Boolean> json = syntax.flag("--json", "Print one JSON object instead of text.");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai capture [options] -- COMMAND...")
                .paragraph("Runs a build, watches every compiler and ar that it starts, by whatever path, and writes"
                        + " down which C files it compiles, with which options, and what is linked from them."
                        + " Build from scratch: what is not compiled is not seen, and what is missed is said by"
                        + " name.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai capture -- make")
                .line("moirai check -p . --main driver.c");
    }

    @Override
    public int execute(Output output) {
        if (!syntax.operands().isEmpty() || syntax.rest().isEmpty()) {
            throw new UsageException("capture needs a build command after --: moirai capture -- make");
        }
        Path file = out.value().orElse(Path.of("compile_commands.json"));
        Saving.refuseUnlessWritable(file);
        output.out().flush();
        Capture.Result result = captured(file);
        if (result.files() == 0) {
            throw new UsageException("no C file was compiled"
                    + (result.exitCode() == 0
                            ? ": is all built already? make clean first"
                            : ", and the command failed"));
        }
        var form = json.value() ? Manner.Form.JSON : Manner.Form.TEXT;
        new Screen(output, new Manner(form)).show(new Reply.Made(json(file, result), text(file, result)));
        return result.exitCode() == 0 ? ExitCode.OK : ExitCode.INPUT;
    }

    private Capture.Result captured(Path file) {
        try {
            return Capture.run(syntax.rest(), file);
        } catch (IOException e) {
            throw new UsageException("cannot run " + syntax.rest().getFirst() + ": " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UsageException("interrupted");
        }
    }

    private static Json json(Path file, Capture.Result result) {
        var json = new Json.Builder()
                .put("exitCode", result.exitCode())
                .put("files", result.files())
                .put("targets", Json.array(result.targets(), Json.Str::new))
                .put("missed", Json.array(result.missed(), Json.Str::new));
        return AnswerJson.begun(NAME, file.toString())
                .put("captured", json.build())
                .build();
    }

    private static String text(Path file, Capture.Result result) {
        String targets =
                result.targets().isEmpty() ? "nothing linked" : "linked: " + String.join(", ", result.targets());
        String failed = result.exitCode() == 0 ? "" : "the command failed with exit code " + result.exitCode() + "\n";
        String missed = result.missed().isEmpty() ? "" : "missed: " + String.join(", ", result.missed()) + "\n";
        return file + ": " + result.files() + (result.files() == 1 ? " C file; " : " C files; ") + targets + "\n"
                + missed + failed;
    }
}
