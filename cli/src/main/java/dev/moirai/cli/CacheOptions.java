package dev.moirai.cli;

import dev.moirai.verify.cache.ResultCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code --cache DIR}: answers are kept there, and found there when nothing has changed. */
final class CacheOptions {
    private final Option<Optional<Path>> folder;
    private final Option<Boolean> none;

    CacheOptions(Syntax syntax) {
        folder = syntax.value(
                "--cache",
                "DIR",
                Optional.empty(),
                "Keep answers in this folder, and take them from there if program, headers, question and Moirai are the"
                        + " same; a violation is replayed again. What time cut short is not kept.",
                Readers::optionalPath);
        none = syntax.flag("--no-cache", "Use no cache, though " + Defaults.FILE + " names one.");
    }

    Optional<ResultCache> cache() {
        if (none.value() || folder.value().isEmpty()) return Optional.empty();
        Path path = folder.value().get();
        try {
            return Optional.of(new ResultCache(path, code()));
        } catch (UncheckedIOException e) {
            throw new UsageException("cannot keep answers in " + path + ": " + e.getMessage());
        }
    }

    /** The version, and size and time of every file that the code is loaded from. */
    private static String code() {
        var parts = new ArrayList<String>(
                List.of(Version.number(), Runtime.version().toString()));
        for (String entry : System.getProperty("java.class.path", "").split(":")) {
            try (Stream<Path> files = Files.walk(Path.of(entry))) {
                for (Path file : files.sorted().toList()) {
                    var seen = Files.readAttributes(file, BasicFileAttributes.class);
                    if (seen.isRegularFile()) parts.add(file + " " + seen.size() + " " + seen.lastModifiedTime());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return String.join("\n", parts);
    }
}
