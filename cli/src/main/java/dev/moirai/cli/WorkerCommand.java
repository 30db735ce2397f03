package dev.moirai.cli;

import dev.moirai.verify.engine.Grid;
import java.util.List;
import java.util.Optional;

/** {@code moirai worker}: answers parts of the questions of others, until it is ended. */
final class WorkerCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<List<String>> join = syntax.value(
            "--join",
            "LIST",
            List.of(),
            "HOST:PORT of other nodes; one suffices, it knows the others.",
            Readers::words);
    private final Option<Optional<String>> listen = syntax.value(
            "--listen",
            "HOST:PORT",
            Optional.empty(),
            "Where to listen. Without it: 127.0.0.1, port 7717, or any port with --join. What is reached from other"
                    + " machines needs --keystore and --secret.",
            Readers::optionalText);
    private final Option<Optional<String>> advertise = syntax.value(
            "--advertise",
            "HOST:PORT",
            Optional.empty(),
            "Under which others find this node, if not where it listens.",
            Readers::optionalText);
    private final Option<Optional<Long>> jobs = syntax.value(
            "--jobs",
            "N",
            Optional.empty(),
            "How many parts to work on at a time. Without it: one a core.",
            Readers.optionalNumber(1, 1024));
    private final CredentialOptions credentials = new CredentialOptions(syntax);

    WorkerCommand() {
        syntax.value(
                "--memory",
                "SIZE",
                Optional.<String>empty(),
                "Most memory to use: 512m, 4g. Without it: 70% of the machine's.",
                Readers::memory);
    }

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai worker [--join HOST:PORT] [options]")
                .paragraph("Starts a node of a cluster: it answers parts of questions that check, livelock, predict and"
                        + " run hand over with --cluster HOST:PORT. It reads and writes no files.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai worker")
                .line("moirai worker --join 127.0.0.1:7717")
                .line("moirai check hard.c --cluster 127.0.0.1:7717");
    }

    @Override
    public int execute(Output output) {
        if (!syntax.operands().isEmpty()) throw new UsageException("worker takes no files");
        int places =
                jobs.value().map(Long::intValue).orElse(Runtime.getRuntime().availableProcessors());
        var working = new Grid.Working(listen.value(), advertise.value(), join.value(), places, credentials.value());
        try {
            ClusterOptions.grid().work(working, line -> output.err().println("moirai: " + line));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        return ExitCode.OK;
    }
}
