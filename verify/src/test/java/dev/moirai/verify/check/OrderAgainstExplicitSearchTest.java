package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On generated programs the order engine finds a violation, which the interpreter confirms, exactly where the explicit
 * search does. {@link OrderCampaign} asks about more programs.
 */
class OrderAgainstExplicitSearchTest {
    private static final int SEEDS = 40;

    @TempDir
    Path folder;

    @Test
    void agrees() throws Exception {
        var campaign = new OrderCampaign(folder);
        for (long seed = 1; seed <= SEEDS; seed++) campaign.ask(seed, EnumSet.of(OrderCampaign.Engine.ORDER));
        assertThat(campaign.wrong).isEmpty();
        assertThat(campaign.decided).isGreaterThan((int) (campaign.asked * 0.7));
        assertThat(campaign.violations).containsKeys(Property.ASSERTION, Property.DEADLOCK, Property.DATA_RACE);
    }
}
