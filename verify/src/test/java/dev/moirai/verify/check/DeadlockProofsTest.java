package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.Section;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that may come to a deadlock in ways which a proof can easily overlook, as the search shows; and programs that
 * never do, some of them with any number of threads, which are proved.
 */
class DeadlockProofsTest {
    private static final Set<Property> DEADLOCK = Set.of(Property.DEADLOCK);
    private static final String PRELUDE = Section.read("/dev/moirai/threads/deadlock-prelude.h");

    @TempDir
    Path folder;

    static List<Section> deadlocks() {
        return Section.of("/dev/moirai/threads/deadlocks.txt");
    }

    static List<Section> withoutDeadlock() {
        return Section.of("/dev/moirai/threads/deadlock-free.txt");
    }

    @ParameterizedTest
    @MethodSource("deadlocks")
    void isNotProved(Section given) throws IOException {
        Asking asking = asking(given, Duration.ofSeconds(6));
        assertThat(asking.explicitly()).isInstanceOf(Verdict.Violated.class);
        assertThat(asking.by(CheckEngine.MODULAR)).isNotInstanceOf(Verdict.Holds.class);
    }

    @ParameterizedTest
    @MethodSource("withoutDeadlock")
    void isProved(Section given) throws IOException {
        Asking asking = asking(given, Duration.ofSeconds(60));
        assertThat(asking.by(CheckEngine.MODULAR)).isInstanceOf(Verdict.Holds.class);
    }

    /** {@code WaitingCampaign} tries more of them. */
    @Test
    void noGeneratedProgramWithADeadlockIsProved() throws IOException {
        var campaign = new WaitingCampaign();
        for (long seed = 1; seed <= 25; seed++) {
            assertThat(campaign.agree(folder, seed)).as("seed %d", seed).isTrue();
        }
        assertThat(campaign.deadlocks()).isGreaterThan(5);
    }

    private Asking asking(Section given, Duration patience) throws IOException {
        return new Asking(Asking.program(folder, PRELUDE + given.text()), DEADLOCK, SearchBounds.GROWING, patience);
    }
}
