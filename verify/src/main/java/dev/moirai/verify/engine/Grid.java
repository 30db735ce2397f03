package dev.moirai.verify.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** The way to other machines. It is in an archive of its own, which need not be there. */
public interface Grid {
    /** What others must show and know; needed for all addresses but those of this machine alone. */
    record Credentials(Optional<Path> keyStore, Optional<Path> password, Optional<Path> secret) {}

    /**
     * @param nodes {@code HOST:PORT} of nodes; those find the others
     * @param journals the folder in which answers are kept until all are there
     * @param resume the name of the journal to go on from
     */
    record Joining(List<String> nodes, Credentials credentials, Path journals, Optional<String> resume) {}

    /**
     * @param listen {@code HOST:PORT}; if absent, on this machine alone
     * @param advertise under which others find it, if that is another
     * @param join {@code HOST:PORT} of other nodes
     */
    record Working(
            Optional<String> listen,
            Optional<String> advertise,
            List<String> join,
            int places,
            Credentials credentials) {}

    /** The grid, if its archive is there. */
    static Optional<Grid> installed() {
        return ServiceLoader.load(Grid.class).findFirst();
    }

    /**
     * Others who answer parts. Throws an {@link IllegalArgumentException} with a message for the user, also if nobody is
     * there.
     *
     * @param progress takes how far they are
     * @param remarks takes what the user has to know, such as the name of the journal
     */
    Remote join(Joining joining, Progress progress, Consumer<String> remarks);

    /**
     * Answers questions of others until the process ends. Throws an {@link IllegalArgumentException} with a message for the
     * user.
     */
    void work(Working working, Consumer<String> log);
}
