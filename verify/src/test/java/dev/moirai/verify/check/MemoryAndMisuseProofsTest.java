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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that touch memory which is not there, or misuse the thread library, in ways that a proof can easily overlook, as the
 * search shows; and programs that do neither, most of them without an end, which are proved.
 */
class MemoryAndMisuseProofsTest {
    private static final Set<Property> MEMORY = Set.of(Property.MEMORY);
    private static final Set<Property> MISUSE = Set.of(Property.LOCK_MISUSE);
    private static final String PRELUDE = Section.read("/dev/moirai/threads/deadlock-prelude.h");
    /** A proof is mostly found at once; what fails takes all the time there is. */
    private static final Duration A_MOMENT = Duration.ofMillis(Integer.getInteger("moirai.moment", 250));

    @TempDir
    Path folder;

    static List<Section> memoryErrors() {
        return Section.of("/dev/moirai/threads/memory-errors.txt");
    }

    static List<Section> memorySafe() {
        return Section.of("/dev/moirai/threads/memory-safe.txt");
    }

    static List<Section> misuses() {
        return Section.of("/dev/moirai/threads/misuses.txt");
    }

    static List<Section> rightful() {
        return Section.of("/dev/moirai/threads/rightful.txt");
    }

    @ParameterizedTest
    @MethodSource("memoryErrors")
    void aMemoryErrorIsNotProvedAway(Section given) throws IOException {
        isNotProved(given, MEMORY);
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void misuseIsNotProvedAway(Section given) throws IOException {
        isNotProved(given, MISUSE);
    }

    @ParameterizedTest
    @MethodSource("memorySafe")
    void memoryIsProvedToBeThere(Section given) throws IOException {
        assertThat(asking(given, MEMORY, Duration.ofSeconds(60)).by(CheckEngine.MODULAR))
                .isInstanceOf(Verdict.Holds.class);
    }

    @ParameterizedTest
    @MethodSource("rightful")
    void rightfulUseIsProved(Section given) throws IOException {
        assertThat(asking(given, MISUSE, Duration.ofSeconds(60)).by(CheckEngine.MODULAR))
                .isInstanceOf(Verdict.Holds.class);
    }

    /** {@code bench/faults} tries more of them. */
    @ParameterizedTest
    @EnumSource
    void noGeneratedProgramThatFailsIsProved(FaultsCampaign.Kind kind) throws IOException {
        var campaign = new FaultsCampaign(kind);
        for (long seed = 1; seed <= 5; seed++)
            assertThat(campaign.agree(folder, seed)).as("seed %d", seed).isTrue();
    }

    private void isNotProved(Section given, Set<Property> property) throws IOException {
        assertThat(asking(given, property, Duration.ofSeconds(20)).explicitly()).isInstanceOf(Verdict.Violated.class);
        assertThat(asking(given, property, A_MOMENT).by(CheckEngine.MODULAR)).isNotInstanceOf(Verdict.Holds.class);
    }

    private Asking asking(Section given, Set<Property> property, Duration patience) throws IOException {
        return new Asking(Asking.program(folder, PRELUDE + given.text()), property, SearchBounds.GROWING, patience);
    }
}
