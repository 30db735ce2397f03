package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files. */
class BoogieMutationTest {
    private static final int MUTATIONS = Integer.getInteger("moirai.campaign.seeds", 60);

    /** Whatever stands in a file, the answer is a message or a verdict. */
    @Test
    void mutatedFilesAreToldInWords(@TempDir Path folder) throws IOException {
        long seed = Long.getLong("moirai.campaign.first", 20);
        var texts = new ArrayList<String>();
        try (var examples = Files.list(Path.of("..", "examples", "boogie"))) {
            for (Path example : examples.sorted().toList()) {
                if (example.toString().endsWith(".bpl")) texts.add(Files.readString(example));
            }
        }
        BoogieEnginesTest.smallPrograms().forEach(program -> texts.add(program.text()));
        Path file = folder.resolve("m.bpl");
        for (int i = 0; i < MUTATIONS; i++) {
            var random = new Random(seed + i);
            String text = BoogieMutation.of(texts.get(random.nextInt(texts.size())), random);
            Files.writeString(file, text);
            var words = new ArrayList<>(List.of(random.nextInt(3) == 0 ? "check" : "run", file.toString(), "--quiet"));
            words.addAll(List.of("--time", "2s"));
            if (words.getFirst().equals("run")) words.addAll(List.of("--seed", "1"));
            var result = moirai(words.toArray(String[]::new));
            assertThat(result.out() + result.err())
                    .as("mutation " + (seed + i) + " of\n" + text)
                    .doesNotContain("internal error")
                    .doesNotContain("\tat ");
            assertThat(result.exitCode()).as("mutation " + (seed + i)).isBetween(0, 3);
            if (result.exitCode() == 2) assertThat(result.err()).contains("error: ");
        }
    }
}
