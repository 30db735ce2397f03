package dev.moirai.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders that live only as long as this process. */
public final class Folders {
    private static volatile boolean areMade;

    private Folders() {}

    /** Whether the process has something to delete when it ends. */
    public static boolean areMade() {
        return areMade;
    }

    static Path temporary(String prefix) throws IOException {
        Path folder = Files.createTempDirectory(prefix);
        areMade = true;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) return;
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : innermostFirst) Files.deleteIfExists(path);
        } catch (IOException e) {
            // What remains lies among the system's temporary files, which are cleared in time.
        }
    }
}
