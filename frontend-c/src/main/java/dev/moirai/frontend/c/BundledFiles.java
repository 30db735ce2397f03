package dev.moirai.frontend.c;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The headers and library functions in C that come with Moirai. The system property {@code moirai.bundled} names a folder
 * that has them as files, which the launcher lays out: a class loader looks for each file in every module of the JDK before
 * it opens our archive of thousands of files, and that is a tenth of the time of a small check. Without the property, as
 * in tests, the class loader finds them.
 */
final class BundledFiles {
    private static final @Nullable String FOLDER = System.getProperty("moirai.bundled");

    private BundledFiles() {}

    /** @param path as {@code headers/pthread.h} */
    static Optional<String> text(String path) {
        try {
            return FOLDER == null ? resource(path) : file(Path.of(FOLDER, path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> file(Path file) throws IOException {
        if (!Files.isRegularFile(file)) return Optional.empty();
        return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }

    private static Optional<String> resource(String path) throws IOException {
        try (InputStream stream = BundledFiles.class.getResourceAsStream(path)) {
            if (stream == null) return Optional.empty();
            return Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
