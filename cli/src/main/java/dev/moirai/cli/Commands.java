package dev.moirai.cli;

import dev.moirai.source.Excerpt;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.GaveUpException;
import java.nio.file.Path;
import java.util.List;

/** The entry of the command line: takes the arguments and returns the exit code. It throws no exceptions. */
final class Commands {
    record Entry(String name, String summary) {}

    static final List<Entry> ALL = List.of(
            new Entry("run", "Executes a C or JVM program under a scheduler of ours and shows how it fails."),
            new Entry("check", "Searches the interleavings of C programs for a violation."),
            new Entry("record", "Runs a C or JVM program once and writes down what its threads did."),
            new Entry("predict", "Finds what a recorded run could have done wrong in another order."),
            new Entry("replay", "Executes a witness again and says whether it fails as claimed."),
            new Entry("explore", "Runs a JVM program under many schedules until one fails."),
            new Entry("livelock", "Looks for a fair run of a C program that goes on for ever without getting done."),
            new Entry("terminates", "Proves that threads of a C program always come to their end."),
            new Entry("verify-certificate", "Checks a proof again."),
            new Entry("worker", "Starts a node of a cluster, which works on questions of others."),
            new Entry("capture", "Watches a build, so that check and the others can take its files with -p."),
            new Entry("init", "Writes moirai.toml, the defaults of a project."),
            new Entry("sequentialize", "Translates a threaded C program into one without threads, for other tools."));

    private final Output output;
    /** Where the defaults of a project are looked for. */
    private final Path folder;
    /** The file that the command is about, once it is known. */
    private String about = "";

    Commands(Output output) {
        this(output, Path.of(""));
    }

    Commands(Output output, Path folder) {
        this.output = output;
        this.folder = folder;
    }

    int execute(String... args) {
        var words = List.of(args);
        try {
            return dispatch(words);
        } catch (Throwable e) {
            Reply reply = reply(words, e);
            new Screen(output, Manner.of(words)).show(reply);
            return reply.exitCode();
        } finally {
            output.out().flush();
        }
    }

    /** The reply if a command ends with an exception. */
    private Reply reply(List<String> words, Throwable thrown) {
        String command = !words.isEmpty() && isCommand(words.getFirst()) ? words.getFirst() : "";
        return switch (thrown) {
            case UsageException e ->
                new Reply.Misused(
                        command,
                        Excerpt.ofMessage(String.valueOf(e.getMessage())),
                        command.isEmpty() ? "moirai --help" : "moirai " + command + " --help");
            case InputException e -> new Reply.Refused(command, about, e.diagnostics());
            case GaveUpException e -> new Reply.GaveUp(command, about, e.reason());
            default -> new Reply.GaveUp(command, about, new Crash(words, thrown).reason(output));
        };
    }

    private int dispatch(List<String> args) {
        String first = args.isEmpty() ? "--help" : args.getFirst();
        switch (first) {
            case "--version", "-V", "version" -> {
                output.out().println("moirai " + Version.number());
                return ExitCode.OK;
            }
            case "--help", "-h", "help" -> {
                boolean ofCommand = first.equals("help") && args.size() > 1;
                output.out().print(ofCommand ? help(args.get(1), command(args.get(1))) : rootHelp());
                return args.isEmpty() ? ExitCode.INPUT : ExitCode.OK;
            }
            default -> {
                return run(first, args.subList(1, args.size()));
            }
        }
    }

    private int run(String name, List<String> words) {
        Command command = command(name);
        int handedOn = words.indexOf("--");
        var own = handedOn < 0 ? words : words.subList(0, handedOn);
        if (own.contains("--help") || own.contains("-h")) {
            output.out().print(help(name, command));
            return ExitCode.OK;
        }
        command.syntax().parse(words, () -> new Defaults(folder).complete(name, command.syntax()));
        if (!command.syntax().operands().isEmpty())
            about = command.syntax().operands().getFirst();
        return command.execute(output);
    }

    static Command command(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "check" -> new CheckCommand();
            case "record" -> new RecordCommand();
            case "predict" -> new PredictCommand();
            case "replay" -> new ReplayCommand();
            case "explore" -> new ExploreCommand();
            case "livelock" -> new LivelockCommand();
            case "terminates" -> new TerminatesCommand();
            case "verify-certificate" -> new VerifyCertificateCommand();
            case "worker" -> new WorkerCommand();
            case "capture" -> new CaptureCommand();
            case "init" -> new InitCommand();
            case "sequentialize" -> new SequentializeCommand();
            default -> {
                if (name.startsWith("-")) throw UsageException.unknown("option", name, List.of("--version", "--help"));
                throw UsageException.unknown(
                        "command", name, ALL.stream().map(Entry::name).toList());
            }
        };
    }

    private static boolean isCommand(String word) {
        return ALL.stream().anyMatch(entry -> entry.name().equals(word));
    }

    private String help(String name, Command command) {
        return command.help(new Help(output.terminal().columns())).toString();
    }

    private String rootHelp() {
        var help = new Help(output.terminal().columns())
                .usage("moirai COMMAND FILE... [options]")
                .paragraph("Finds, explains, replays and rules out concurrency bugs in C programs with POSIX threads.")
                .heading("Commands:");
        for (Entry entry : ALL) help.entry(entry.name(), entry.summary());
        return help.entry("help COMMAND", "Shows the options of a command.")
                .heading("Options:")
                .entry("--version", "Shows the version.")
                .entry("--help", "Shows this help.")
                .entry(
                        "--server",
                        "Has the command that follows done by a process that stays, so that the next one is faster.")
                .entry("--rebuild", "Builds Moirai anew, and then runs the command that follows, if any.")
                .paragraph("Exit codes: 0 no violation found, 1 violation, 2 bad usage or input, 3 unknown.")
                .toString();
    }
}
