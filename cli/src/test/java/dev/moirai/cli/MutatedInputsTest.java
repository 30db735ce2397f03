package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a few of the damaged inputs of {@link MutatedInputs}; {@code bench/mutate} tests more. They run in virtual
 * machines of their own, a hundred at a time, so that threads left behind by a command do not slow down the next ones.
 */
class MutatedInputsTest {
    private static final long FIRST = Long.getLong("moirai.campaign.first", 1);
    private static final long COUNT = Long.getLong("moirai.campaign.seeds", 40);
    private static final long AT_A_TIME = 100;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void everyDamagedInputIsAnsweredInTimeAndInWords() throws IOException, InterruptedException {
        var findings = new ArrayList<String>();
        for (long next = FIRST; next < FIRST + COUNT; ) next = batch(next, findings);
        assertThat(findings).as("inputs are kept in " + folder).isEmpty();
    }

    /** Returns the seed to continue with: the one after the last that was tested. */
    private long batch(long first, List<String> findings) throws IOException, InterruptedException {
        long count = Math.min(AT_A_TIME, FIRST + COUNT - first);
        var words = FreshJvm.running(MutatedInputs.class, folder.toString(), "" + first, "" + count);
        words.add(1, "-Xmx2g");
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        long at = first;
        boolean done = false;
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("at ")) at = Long.parseLong(line.substring(3));
                if (line.startsWith("FINDING ")) findings.add(line);
                if (COUNT > AT_A_TIME)
                    Files.writeString(
                            folder.resolveSibling("mutate.log"),
                            line + "\n",
                            java.nio.file.StandardOpenOption.CREATE,
                            java.nio.file.StandardOpenOption.APPEND);
                done |= line.equals("done");
            }
        }
        int exitCode = process.waitFor();
        if (!done && exitCode != 9) findings.add("FINDING the virtual machine died (" + exitCode + ") at " + at);
        return done ? first + count : at + 1;
    }
}
