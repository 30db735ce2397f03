package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.idiom.Idiom;
import dev.moirai.verify.check.ThreadedCampaign.Said;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of what {@code bench/campaign} asks. */
class ThreadedCampaignTest {
    private static final int SEEDS = 40;

    @TempDir
    Path folder;

    @Test
    void enginesAgree() throws Exception {
        var campaign = new ThreadedCampaign(
                folder, EnumSet.allOf(Idiom.class), Set.of(), ThreadedCampaign.Engines.ALL, Duration.ofSeconds(20));
        var wrong = new ArrayList<String>();
        List<String> answers = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (var comparison : campaign.compare(seed)) {
                for (Said said : comparison.said()) {
                    said.wrong()
                            .ifPresent(why -> wrong.add(comparison.seed() + ", " + comparison.question() + ": " + why));
                    answers.add(said.engine() + " " + said.answer());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(answers)
                .contains(
                        "order violated assertion",
                        "order violated deadlock",
                        "lazy violated assertion",
                        "order holds");
    }
}
