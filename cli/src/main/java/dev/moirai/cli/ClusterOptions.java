package dev.moirai.cli;

import dev.moirai.verify.engine.Grid;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Remote;
import dev.moirai.verify.engine.Workforce;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** {@code --cluster} and what belongs to it: other machines that work on parts of a question. */
final class ClusterOptions {
    private static final String NOT_THERE =
            "the small archive of Moirai has no cluster: take the whole one, or build it"
                    + " (./moirai in a clone of the sources has it)";

    private final Option<List<String>> nodes;
    private final Option<Optional<String>> resume;
    private final CredentialOptions credentials;

    ClusterOptions(Syntax syntax) {
        nodes = syntax.value(
                "--cluster",
                "LIST",
                List.of(),
                "Have parts worked on by the nodes of a cluster; of HOST:PORT one suffices, it knows the others (moirai"
                        + " worker starts one).",
                Readers::words);
        resume = syntax.value(
                "--resume",
                "ID",
                Optional.empty(),
                "With --cluster: go on where a process with the same command line has ended early.",
                Readers::optionalText);
        credentials = new CredentialOptions(syntax);
    }

    boolean isGiven() {
        return nodes.isGiven();
    }

    static Grid grid() {
        return Grid.installed().orElseThrow(() -> new UsageException(NOT_THERE));
    }

    /** What is done with the cluster's nodes, or with so many cores of this machine if none are named. */
    <T> T with(Optional<Long> jobs, Output output, Progress progress, Function<Workforce, T> work) {
        if (!isGiven()) {
            if (resume.isGiven()) throw new UsageException("--resume is for questions to a cluster: add --cluster");
            credentials.refuse("they are for questions to a cluster: add --cluster");
            return work.apply(
                    jobs.map(Long::intValue).<Workforce>map(LocalWorkforce::new).orElse(Workforce.ALONE));
        }
        if (jobs.isPresent()) throw new UsageException("--jobs and --cluster exclude each other");
        var joining = new Grid.Joining(nodes.value(), credentials.value(), journals(), resume.value());
        Remote remote;
        try {
            remote = grid().join(joining, progress, remark -> output.err().println("moirai: " + remark));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        try (remote) {
            return work.apply(remote);
        }
    }

    private static Path journals() {
        String state = System.getProperty("moirai.state", System.getenv("XDG_STATE_HOME"));
        Path folder = state == null || state.isEmpty()
                ? Path.of(System.getProperty("user.home", "."), ".local", "state")
                : Path.of(state);
        return folder.resolve("moirai").resolve("cluster");
    }
}
