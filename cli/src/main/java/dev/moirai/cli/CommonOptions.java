package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.input.Assumption;
import dev.moirai.verify.input.CompilerFlags;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.story.Telling;
import dev.moirai.witness.svcomp.Specification;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The options that every command on a C file takes. */
final class CommonOptions {
    private final Option<Boolean> json;
    private final Option<Boolean> full;
    private final Option<Boolean> quiet;
    private final Option<Boolean> verbose;
    private final Option<Boolean> statistics;
    private final Option<Optional<Duration>> time;
    private final Option<Optional<Path>> witness;
    private final ReportOptions reports;
    private final Map<Assumption, Option<Boolean>> assumptions = new EnumMap<>(Assumption.class);
    private final Option<Boolean> lp64;
    private final SourceOptions sources;
    private final Option<List<String>> assumePure;
    private final SurroundingsOptions surroundings;
    private final Option<Optional<String>> dump;
    private final Option<Optional<String>> entry;
    private final Option<Language> language;
    private final Option<List<String>> properties;
    private final Set<Property> known;
    private final long began = System.nanoTime();
    private final Set<Property> defaultProperties;
    private final Syntax syntax;
    private Optional<Specification> specification = Optional.empty();
    private boolean isTaskOf32Bits;

    CommonOptions(Syntax syntax, Set<Property> defaultProperties) {
        this(syntax, Property.ofExecutions(), defaultProperties);
    }

    /** @param known the properties that the command can look for */
    CommonOptions(Syntax syntax, Set<Property> known, Set<Property> defaultProperties) {
        this.syntax = syntax;
        this.known = known;
        this.defaultProperties = defaultProperties;
        properties = syntax.value(
                "--property",
                "LIST",
                List.of(),
                "What to look for, with commas: " + words(known) + ". Without it: " + words(defaultProperties) + ".",
                Readers::words);
        time = syntax.value(
                "--time",
                "TIME",
                Optional.of(Duration.ofSeconds(60)),
                "Give up after this time a file: 500ms, 60s (as without the option), 5m, none.",
                Readers::duration);
        syntax.value(
                "--memory",
                "SIZE",
                Optional.<String>empty(),
                "Most memory to use: 512m, 4g. Without it: 70% of the machine's.",
                Readers::memory);
        witness = syntax.value(
                "--witness",
                "OUT",
                Optional.empty(),
                "Write the schedule of a violation there, for replay and for run --schedule.",
                Readers::output);
        reports = new ReportOptions(syntax);
        may(syntax, Assumption.ILP32, "int, long and pointers of 32 bits (ILP32).");
        lp64 = syntax.flag("--64", "long and pointers of 64 bits (LP64), as without the option.");
        sources = new SourceOptions(syntax);
        may(syntax, Assumption.MALLOC_MAY_FAIL, "Let malloc and its kin return NULL.");
        may(syntax, Assumption.NO_SPURIOUS_WAKEUPS, "Condition waits end only when signalled or timed out.");
        may(syntax, Assumption.NO_SPURIOUS_FAILURES, "A weak compare-and-exchange fails only where the values differ.");
        assumePure = syntax.value(
                "--assume-pure",
                "LIST",
                List.of(),
                "Functions without a body here that change nothing and may return anything.",
                Readers::words);
        surroundings = new SurroundingsOptions(syntax);
        language = syntax.value(
                "--language",
                "NAME",
                Language.C,
                "What standard input is written in, if a file is called -: c (as without the option) or boogie.",
                Readers.oneOf(Language.class));
        syntax.afterwards(this::nameStandardInput);
        entry = syntax.value(
                "--entry",
                "NAME",
                Optional.empty(),
                "Boogie: the procedure that starts. Without it: the one marked {:entrypoint}, or main.",
                Readers::optionalText);
        may(syntax, Assumption.COOPERATIVE, "Boogie: others run only where a thread yields, waits or ends.");
        dump = syntax.value(
                "--dump",
                "PASS",
                Optional.empty(),
                "Print the program as it is after a pass: translate, ..., ir (as the engine gets it).",
                Readers::optionalText);
        Defaults.offer(syntax);
        full = syntax.flag(
                "--full", "Show every step of a long execution, not only those that the failure depends on.");
        json = syntax.flag("--json", "Print one JSON object instead of text.");
        statistics = syntax.flag("--statistics", "Print what it cost.");
        quiet = syntax.flag("--quiet", "Print the verdict only.");
        verbose = syntax.flag(
                "--verbose",
                "Tell on standard error what is done: engines, bounds, sizes, and when each began and ended.");
    }

    /** The languages of programs. */
    enum Language {
        C,
        BOOGIE
    }

    private void nameStandardInput() {
        boolean isRead = syntax.operands().contains(StandardInput.NAME);
        if (language.isGiven() && !isRead)
            throw new UsageException("--language is for standard input, a file called -");
        if (language.value() == Language.BOOGIE) syntax.callStandardInput(StandardInput.BOOGIE);
    }

    private void may(Syntax syntax, Assumption assumption, String help) {
        assumptions.put(assumption, syntax.flag(assumption.word(), help));
    }

    private static String words(Set<Property> properties) {
        return String.join(", ", properties.stream().map(Property::word).toList());
    }

    /** Takes what is asked from a specification of the competition. */
    void ask(Specification asked) {
        if (properties.isGiven()) throw new UsageException("--spec and --property exclude each other");
        specification = Optional.of(asked);
    }

    /** The task is of a machine with 32 bits. */
    void readWith32Bits() {
        if (lp64.value()) throw new UsageException("the task is of 32 bits: --64 excludes that");
        isTaskOf32Bits = true;
    }

    Set<Property> properties() {
        if (specification.isPresent()) return specification.get().properties();
        if (properties.value().isEmpty()) return defaults();
        var chosen = EnumSet.noneOf(Property.class);
        for (String word : properties.value()) {
            chosen.add(Property.ofWord(word)
                    .filter(known::contains)
                    .orElseThrow(() -> UsageException.unknown(
                            "property", word, known.stream().map(Property::word).toList())));
        }
        return chosen;
    }

    /**
     * In Boogie, a thread that waits for ever may be meant so, and every access is one step: deadlocks and data races are only
     * for who asks.
     */
    private Set<Property> defaults() {
        boolean boogie = syntax.operands().stream().anyMatch(file -> Input.isBoogie(Readers.toPath(file)));
        if (!boogie) return defaultProperties;
        var fewer = EnumSet.copyOf(defaultProperties);
        fewer.remove(Property.DEADLOCK);
        fewer.remove(Property.DATA_RACE);
        return fewer;
    }

    boolean choosesProperties() {
        return properties.isGiven();
    }

    /** Rejects a command line that names no file. */
    void requireFiles(String command, List<String> operands) {
        if (operands.isEmpty() && !sources.areGiven()) throw new UsageException(command + " needs a C file");
    }

    /** The options given that say how a program is read, by name. */
    List<String> ofInput() {
        var names = new ArrayList<String>(sources.given());
        for (var each : assumptions.entrySet())
            if (each.getValue().value()) names.add(each.getKey().word());
        if (lp64.value()) names.add("--64");
        if (language.isGiven()) names.add("--language");
        if (assumePure.isGiven()) names.add("--assume-pure");
        if (entry.isGiven()) names.add("--entry");
        return names;
    }

    /** Whether the program is in one file, without a project, stubs or a task of several. */
    boolean isOfOneFile() {
        return syntax.operands().size() <= 1 && !sources.areGiven() && !sources.haveStubs();
    }

    boolean is32Bit() {
        return isTaskOf32Bits
                || assumed().contains(Assumption.ILP32)
                || CompilerFlags.areForILP32(syntax.compilerFlags());
    }

    boolean isProjectGiven() {
        return sources.areGiven();
    }

    private Set<Assumption> assumed() {
        Set<Assumption> assumed = EnumSet.noneOf(Assumption.class);
        for (var each : assumptions.entrySet()) if (each.getValue().value()) assumed.add(each.getKey());
        return assumed;
    }

    /** The program that these files make up, together with those of a project if one is given. */
    Input input(List<String> files, List<String> arguments, Output output) {
        Set<Assumption> assumed = assumed();
        if (isTaskOf32Bits) assumed.add(Assumption.ILP32);
        if (assumed.contains(Assumption.ILP32) && lp64.value()) {
            throw new UsageException("--32 and --64 exclude each other");
        }
        refuseUnlessOneLanguage(files);
        var program = files.size() == 1 && !sources.areGiven() && !sources.haveStubs()
                ? sources.alone(files.getFirst())
                : sources.program(files);
        if (program.is32Bit() && lp64.value()) throw new UsageException("-m32 and --64 exclude each other");
        if (program.is32Bit()) assumed.add(Assumption.ILP32);
        var options = new InputOptions(
                assumed,
                program.flags(),
                Set.copyOf(assumePure.value()),
                arguments,
                surroundings.value(),
                program.sources(),
                entry.value());
        Progress reading = isVerbose() ? point -> output.err().println(stamped(point)) : Progress.ignored();
        return new Input(Readers.toPath(program.name()), options, dump(output), reading);
    }

    private void refuseUnlessOneLanguage(List<String> files) {
        long boogie = files.stream()
                .filter(file -> Input.isBoogie(Readers.toPath(file)))
                .count();
        if (boogie > 0 && (boogie < files.size() || sources.areGiven())) {
            throw new UsageException("a program is written in C or in Boogie: these files are of both");
        }
        if (boogie > 0) return;
        for (Option<?> option : List.of(entry, assumptions.get(Assumption.COOPERATIVE))) {
            if (option.isGiven()) throw new UsageException(option.names().getFirst() + " is for Boogie programs");
        }
    }

    private Dump dump(Output output) {
        if (dump.value().isEmpty()) return Dump.NOTHING;
        String pass = dump.value().get();
        if (!Input.passes().contains(pass)) throw UsageException.unknown("pass", pass, Input.passes());
        // With --json, standard output is for the JSON object only.
        return new Dump(pass, (isJson() ? output.err() : output.out())::print);
    }

    Optional<Duration> time() {
        return time.value();
    }

    /** A budget with the user's time limit, which starts now. */
    Budget budget() {
        return Budget.of(time.value());
    }

    /** The same for many runs: without the user's limit, they have as long as so many can be expected to take. */
    Budget budgetOf(int runs, Duration each) {
        Duration all = each.multipliedBy(runs);
        boolean isLonger = time.value().filter(it -> it.compareTo(all) >= 0).isEmpty();
        return time.isGiven() || !isLonger ? budget() : Budget.of(Optional.of(all));
    }

    Optional<Path> witness() {
        return witness.value();
    }

    ReportOptions reports() {
        return reports;
    }

    boolean isJson() {
        return json.value();
    }

    boolean isQuiet() {
        return quiet.value();
    }

    boolean isVerbose() {
        return verbose.value();
    }

    /** The seconds since the command began. */
    double seconds() {
        return (System.nanoTime() - began) / 1e9;
    }

    /** A line for {@code --verbose}, with the time since the command began. */
    String stamped(String text) {
        return String.format(Locale.ROOT, "%7.2f s  %s", seconds(), text);
    }

    Manner manner() {
        return new Manner(
                isJson() ? Manner.Form.JSON : Manner.Form.TEXT,
                isQuiet() ? Manner.Detail.VERDICT_ONLY : Manner.Detail.ALL,
                statistics.value(),
                full.value() ? Telling.FULL : Telling.FOCUSED,
                specification);
    }
}
