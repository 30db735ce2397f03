package dev.moirai.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The outcome of a native run, and its steps if they were logged.
 *
 * @param logged the log, which may be long and is there until the program runs again or is closed
 */
public record NativeRun(NativeOutcome outcome, Path logged) {
    /** The steps, one by one. */
    public NativeLog log() {
        try {
            return Files.exists(logged) ? NativeLog.read(logged) : NativeLog.EMPTY;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many steps there were, which is known sooner than what they were. */
    public long steps() {
        if (!Files.exists(logged)) return 0;
        long lines = 0;
        var buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(logged)) {
            for (int got = in.read(buffer); got > 0; got = in.read(buffer)) {
                for (int i = 0; i < got; i++) if (buffer[i] == '\n') lines++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
