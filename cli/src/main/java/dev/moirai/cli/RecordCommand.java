package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.verify.jvm.JvmRecording;
import dev.moirai.verify.predict.Recording;
import dev.moirai.verify.predict.Recording.Runner;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code moirai record}: records one run for {@code predict}. */
final class RecordCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<Optional<Path>> out = syntax.value(
            "-o, --output", "FILE", Optional.empty(), "Where the trace goes. Without it: run.trace.", Readers::output);
    private final Option<OptionalLong> seed = syntax.value(
            "--seed",
            "N",
            OptionalLong.empty(),
            "The chance that decides when threads are interrupted and what inputs are; the same seed gives the same"
                    + " run. With 0 threads run on until they must wait. Without the option: 0, or the first seed"
                    + " with which more than one thread does something that others could see.",
            Readers.optionalLong());
    private final Option<Boolean> natively = syntax.flag(
            "--native",
            "Compile the program with gcc and run it for real: it reads its input, calls the C library and prints; what"
                    + " comes from outside is kept in the trace as it came.");
    private final Option<Boolean> free = syntax.flag(
            "--free", "With --native: let the operating system say who moves, one thread at a time all the same.");
    private final Option<Long> maxSteps = syntax.value(
            "--max-steps", "N", 10_000_000L, "Stop after so many steps (10000000).", Readers.number(1, Long.MAX_VALUE));
    private final JavaOptions java = new JavaOptions(syntax);
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai record FILE.c... [options] [-- ARGUMENTS]")
                .paragraph("Runs a C program once, as a real machine would, and writes down every step that another"
                        + " thread could see: who did what, what it read and wrote, and how that was computed from"
                        + " earlier reads. predict looks from such a trace for what could have gone wrong.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai record examples/predict/bank.c -o bank.trace")
                .line("moirai predict bank.trace")
                .line("moirai record examples/native/deposits.c --native < examples/native/deposits.txt");
    }

    @Override
    public int execute(Output output) {
        java.check(syntax.operands(), common);
        if (java.isJava()) return jvm(output);
        common.requireFiles("record", syntax.operands());
        if (free.value() && !natively.value()) throw new UsageException("--free is for native runs: add --native");
        if (common.witness().isPresent() || common.choosesProperties()) {
            throw new UsageException("record looks for nothing: --property and --witness are for predict");
        }
        common.reports().refuse("record");
        Path path = out.value().orElse(Path.of("run.trace"));
        var input = common.input(syntax.operands(), syntax.rest(), output);
        String file = input.file().toString();
        Saving.refuseUnlessWritable(path);
        try (var _ = new Ticker(output, common, "recording " + file)) {
            var options = new Recording.Options(runner(), seed.value(), maxSteps.value());
            Recording.Summary recorded = Recording.toFile(input, options, path, common.budget());
            return new Delivery(output, common).of(new Reply.Made(json(file, path, recorded), text(path, recorded)));
        } catch (UncheckedIOException e) {
            throw new UsageException("cannot write " + path + ": "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    private int jvm(Output output) {
        for (Option<?> option : List.of(natively, free, maxSteps)) {
            if (option.isGiven()) {
                throw new UsageException(option.names().getFirst() + " is for C programs: leave it out with --java");
            }
        }
        if (common.witness().isPresent())
            throw new UsageException("record looks for nothing: --witness is for predict");
        Path path = out.value().orElse(Path.of("run.jrun"));
        Saving.refuseUnlessWritable(path);
        Optional<Long> chance =
                seed.value().isPresent() ? Optional.of(seed.value().getAsLong()) : Optional.<Long>empty();
        output.out().flush();
        try {
            var recorded = JvmRecording.record(
                    java.input(syntax.rest(), common), java.schedule(chance, 3), path, common.budget());
            var json = new Json.Builder()
                    .put("trace", path.toString())
                    .put("bytes", recorded.bytes())
                    .put("events", recorded.steps())
                    .put("threads", recorded.threads())
                    .put("ending", recorded.ending());
            String text = String.format(
                    Locale.ROOT,
                    "recorded %,d steps of %d thread%s; the program %s%n%s: %,d bytes%n",
                    recorded.steps(),
                    recorded.threads(),
                    recorded.threads() == 1 ? "" : "s",
                    recorded.ending(),
                    path,
                    recorded.bytes());
            var reply = new Reply.Made(
                    AnswerJson.begun("record", String.join(" ", syntax.rest()))
                            .put("recording", json.build())
                            .build(),
                    text);
            return new Delivery(output, common).of(reply);
        } catch (UncheckedIOException e) {
            throw new UsageException("cannot write " + path + ": "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    private Runner runner() {
        if (!natively.value()) return Runner.INTERPRETER;
        return free.value() ? Runner.NATIVE_FREE : Runner.NATIVE;
    }

    private static Json json(String file, Path path, Recording.Summary summary) {
        var json = new Json.Builder()
                .put("trace", path.toString())
                .put("bytes", path.toFile().length());
        summary.seed().ifPresent(with -> json.put("seed", with));
        json.put("events", summary.events())
                .put("threads", summary.threads())
                .put("locks", summary.locks())
                .put("sharedLocations", summary.sharedLocations())
                .put("ending", summary.ending());
        return AnswerJson.begun("record", file).put("recording", json.build()).build();
    }

    private static String text(Path path, Recording.Summary summary) {
        return summary.sentence() + "\n"
                + String.format(
                        Locale.ROOT,
                        "%s: %,d bytes, %.2f s%n",
                        path,
                        path.toFile().length(),
                        summary.seconds());
    }
}
