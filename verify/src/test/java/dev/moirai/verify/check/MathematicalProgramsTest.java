package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * On generated programs over integers, maps and named types, lazy sequentialization and the order engine say what the
 * explicit search says. {@link MathematicalCampaign} asks about more programs.
 */
class MathematicalProgramsTest {
    private static final int SEEDS = 30;

    @Test
    void enginesAgree() {
        var campaign = new MathematicalCampaign();
        for (long seed = 1; seed <= SEEDS; seed++) campaign.ask(seed);
        assertThat(campaign.wrong).isEmpty();
        assertThat(campaign.asked).isGreaterThan(SEEDS * 2 / 3);
        assertThat(campaign.violated).isBetween(1, campaign.asked - 1);
        assertThat(campaign.decided.get(CheckEngine.ORDER)).isGreaterThan(campaign.asked / 2);
    }
}
