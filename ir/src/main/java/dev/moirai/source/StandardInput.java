package dev.moirai.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Standard input in the place of a file: {@code -} on the command line, {@link #NAME} in messages and witnesses. It is read
 * when somebody first asks, once, and kept, because a program is read again for its lines and its digest.
 */
public final class StandardInput {
    /** As compilers call it. */
    public static final String NAME = "<stdin>";

    /** The same if it is written in Boogie, which is known by the ending of a name. */
    public static final String BOOGIE = NAME + ".bpl";

    private static Supplier<InputStream> source = () -> System.in;
    private static Optional<byte[]> read = Optional.empty();

    private StandardInput() {}

    public static boolean is(Path file) {
        return switch (file.toString()) {
            case "-", NAME, BOOGIE -> true;
            default -> false;
        };
    }

    /** What is in a file that the user names, or in standard input. */
    public static byte[] bytesOf(Path file) throws IOException {
        return is(file) ? bytes() : Files.readAllBytes(file);
    }

    private static synchronized byte[] bytes() throws IOException {
        if (read.isEmpty()) read = Optional.of(source.get().readAllBytes());
        return read.get();
    }

    /** From now on it is this, as if nothing had been read: for programs that run several commands. */
    public static synchronized void comesFrom(InputStream other) {
        source = () -> other;
        read = Optional.empty();
    }
}
