package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ForeignMemoryTest {
    private static final long MUCH = 400L << 20;

    @Test
    void isWhatLibrariesTake() {
        long before = ForeignMemory.bytes();
        try (var arena = Arena.ofConfined()) {
            MemorySegment taken = arena.allocate(MUCH).fill((byte) 1);
            assertThat(taken.byteSize()).isEqualTo(MUCH);
            assertThat(ForeignMemory.bytes()).isGreaterThan(before + MUCH / 2);
        }
    }
}
