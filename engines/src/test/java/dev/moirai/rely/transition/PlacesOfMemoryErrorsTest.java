package dev.moirai.rely.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The places at which the interpreter can find a memory error. A proof about memory must know each of them; who adds one finds
 * here what the others come to.
 */
class PlacesOfMemoryErrorsTest {
    private static final Path INTERPRETER = Path.of("src/main/java/dev/moirai/interpret");
    private static final Pattern PLACE = Pattern.compile(
            "\\.?\\b(badAccess|badFree|noFunction|tooFewArguments|readable|writable|x\\.load|x\\.store|Property\\.MEMORY)\\(?");

    private static final Map<String, Integer> KNOWN = Map.ofEntries(
            // Descriptions of faults, and who asks for them: the readers and writers of memory below.
            Map.entry("Faults.java", 8),
            Map.entry("Execution.java", 6),
            // Load, Store, Rmw, CompareExchange, Await: Steps.place and PointerSteps, by AccessSteps.touch.
            Map.entry("MemoryOps.java", 8),
            // Operations on synchronisation objects, a mutex of a wait included: SyncSteps.touch.
            Map.entry("SyncObject.java", 5),
            // Free: AccessSteps.free. Resize is refused.
            Map.entry("HeapOps.java", 1),
            // Cells of maps: Steps.place asks for the whole map, a global.
            Map.entry("CellOps.java", 3),
            // Globals that hold maps.
            Map.entry("NodeOps.java", 4),
            // Calls through pointers: Inlining refuses them.
            Map.entry("CallOps.java", 2),
            // Starts of threads: AccessSteps.start.
            Map.entry("ThreadOps.java", 2),
            // Lists of arguments that models make, read when the text is shown.
            Map.entry("Printf.java", 1));

    @Test
    void areKnown() throws IOException {
        var found = new TreeMap<String, Integer>();
        try (Stream<Path> files = Files.list(INTERPRETER)) {
            for (Path file : files.toList()) {
                int places =
                        (int) PLACE.matcher(Files.readString(file)).results().count();
                if (places > 0) found.put(file.getFileName().toString(), places);
            }
        }
        assertThat(found).isEqualTo(new TreeMap<>(KNOWN));
    }
}
