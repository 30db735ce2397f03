package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.source.Excerpt;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.verify.replay.CourseReplay;
import dev.moirai.verify.replay.NativeReplay;
import dev.moirai.verify.replay.NativeReplay.Printing;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Witness;
import dev.moirai.witness.svcomp.Course;
import dev.moirai.witness.svcomp.GraphMl;
import dev.moirai.witness.svcomp.Specification;
import dev.moirai.witness.svcomp.YamlWitness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code moirai replay}: replays a witness, by the interpreter or on the real program. */
final class ReplayCommand implements Command {
    /** What a run of a small JVM program may take on a busy machine. */
    private static final Duration JVM_RUN = Duration.ofSeconds(3);

    private final Syntax syntax = new Syntax();
    private final Option<Boolean> natively = syntax.flag(
            "--native",
            "Then compile the program with gcc and run it for real, under the witness's schedule. What came from"
                    + " outside when the witness was made is given again.");
    private final Option<Long> repeat = syntax.value(
            "--repeat",
            "N",
            1L,
            "With --native, and for JVM programs: run it so often, and say how often it failed. JVM programs have"
                    + " at least 3 s for each run, unless --time is given.",
            Readers.number(1, 1_000_000));
    private final Option<Optional<Path>> graphml = syntax.value(
            "--witness-graphml",
            "W",
            Optional.empty(),
            "Follow the violation witness of any tool, in the competition's GraphML, through the C files given.",
            Readers::optionalPath);
    private final Option<Optional<Path>> yaml = syntax.value(
            "--witness-yaml",
            "W",
            Optional.empty(),
            "The same for a witness in the competition's YAML.",
            Readers::optionalPath);
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai replay WITNESS.json [options]")
                .paragraph("Executes the schedule of a witness (--witness of predict, check, run or livelock) step by"
                        + " step on the interpreter, and says whether it fails as the witness claims; if not, at"
                        + " which step it left the schedule. With --witness-graphml or --witness-yaml it follows a"
                        + " witness of another tool through FILE.c.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai predict examples/predict/lost-update.c --witness w.json")
                .line("moirai replay w.json")
                .line("moirai replay w.json --native --repeat 100")
                .line("moirai replay --witness-graphml witness.graphml FILE.c");
    }

    @Override
    public int execute(Output output) {
        if (graphml.isGiven() || yaml.isGiven()) return follow(output);
        if (syntax.operands().size() != 1) throw new UsageException("replay needs one witness");
        if (common.witness().isPresent() || common.choosesProperties()) {
            throw new UsageException(
                    "replay has its question from the witness: it takes no --property and no --witness");
        }
        List<String> reading = common.ofInput();
        if (!syntax.rest().isEmpty()) reading.add("--");
        if (!reading.isEmpty()) {
            throw new UsageException(
                    "a witness says how its program is read: leave " + String.join(" ", reading) + " out");
        }
        String operand = syntax.operands().getFirst();
        Witness witness = Saving.readWitness(Readers.toPath(operand));
        if (JvmInput.isOf(witness)) return jvm(witness, output);
        if (repeat.value() > 1 && !natively.value()) {
            throw new UsageException("the interpreter does the same every time: --repeat is for --native");
        }
        String file = Excerpt.ofMessage(witness.schedule().file());
        if (file.isEmpty()) throw new UsageException("witness " + operand + " does not say what it is of: no \"file\"");
        Path program = Readers.toPath(witness.schedule().file());
        if (StandardInput.is(program) && StandardInput.is(Readers.toPath(operand))) {
            throw new UsageException("the witness is of a program from standard input, which it comes from itself");
        }
        if (!StandardInput.is(program) && !Files.exists(program)) {
            throw new UsageException("the program of witness " + operand + " is not there: " + file);
        }
        if (WitnessReplay.hasChanged(witness)) {
            output.err().println("moirai: " + file + " has changed since the witness was made");
        }
        output.out().flush();
        Reply reply;
        // A program that runs once writes to the same terminal.
        try (var _ = natively.value() && repeat.value() == 1 ? Ticker.none() : ticker(output)) {
            reply = Reply.to(
                    "replay",
                    witness.schedule().file(),
                    output,
                    () -> natively.value() ? natively(witness) : WitnessReplay.answer(witness, common.budget()));
        }
        return new Delivery(output, common).of(reply);
    }

    private int jvm(Witness witness, Output output) {
        if (natively.value()) throw new UsageException("a JVM program runs on the real JVM anyway: leave --native out");
        int runs = repeat.value().intValue();
        boolean isShown = runs == 1 && !common.isQuiet() && !common.isJson();
        var printing = isShown ? JvmTrial.Printing.LIVE : JvmTrial.Printing.DISCARDED;
        output.out().flush();
        Reply reply;
        try (var _ = runs == 1 ? Ticker.none() : ticker(output)) {
            reply = Reply.to(
                    "replay",
                    witness.schedule().file(),
                    output,
                    () -> JvmReplay.answer(witness, runs, printing, common.budgetOf(runs, JVM_RUN)));
        }
        return new Delivery(output, common).of(reply);
    }

    /** Follows a witness of the competition through the C files given. */
    private int follow(Output output) {
        if (graphml.isGiven() == yaml.isGiven() || natively.value() || repeat.isGiven()) {
            throw new UsageException("one witness is followed at a time, by the interpreter");
        }
        common.requireFiles("replay", syntax.operands());
        Path path = graphml.value().or(yaml::value).orElseThrow();
        Course course;
        Set<Property> properties;
        try {
            String text = Saving.read(path, "witness");
            course = graphml.isGiven() ? GraphMl.read(text) : YamlWitness.read(text);
            properties = common.choosesProperties() || course.goal().isBlank()
                    ? common.properties()
                    : Specification.read(course.goal()).properties();
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "cannot read witness " + path + ": " + Excerpt.ofMessage(String.valueOf(e.getMessage())));
        }
        Input input = common.input(syntax.operands(), syntax.rest(), output);
        Reply reply;
        try (var _ = ticker(output)) {
            reply = Reply.to(
                    "replay",
                    input.file().toString(),
                    output,
                    () -> CourseReplay.answer(input, course, properties, common.budget()));
        }
        return new Delivery(output, common).of(reply);
    }

    private Ticker ticker(Output output) {
        return new Ticker(output, common, "replaying");
    }

    private Answer natively(Witness witness) {
        int runs = repeat.value().intValue();
        // The program's output is shown for a single run, but not for many.
        boolean isShown = runs == 1 && !common.isQuiet() && !common.isJson();
        return NativeReplay.answer(witness, runs, isShown ? Printing.SHOWN : Printing.DISCARDED, common.budget());
    }
}
