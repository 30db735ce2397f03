package dev.moirai.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has of memory beside Java's heap: code, libraries, and what provers took and never gave back. */
final class ForeignMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private ForeignMemory() {}

    /** 0 where the system does not tell. */
    static long bytes() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (!line.startsWith(RESIDENT)) continue;
                String kilobytes =
                        line.substring(RESIDENT.length()).replace("kB", "").strip();
                return Math.max(
                        0,
                        1024 * Long.parseLong(kilobytes) - Runtime.getRuntime().totalMemory());
            }
            return 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
