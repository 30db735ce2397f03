package dev.moirai.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms.Generated;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.ir.WellFormed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThreadedProgramsTest {
    private static final int SEEDS = 25;

    @TempDir
    Path folder;

    @Test
    void oneSeedOneProgram() {
        assertThat(ThreadedPrograms.of(17).text())
                .isEqualTo(ThreadedPrograms.of(17).text());
        assertThat(ThreadedPrograms.of(17).text())
                .isNotEqualTo(ThreadedPrograms.of(18).text());
    }

    @ParameterizedTest
    @EnumSource
    void whatAnIdiomWritesIsTaken(Idiom idiom) throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Generated generated = ThreadedPrograms.of(seed, EnumSet.of(idiom));
            Path file = Files.writeString(folder.resolve("seed" + seed + ".c"), generated.text());
            assertThat(WellFormed.check(CFrontend.translate(file, generated.options())))
                    .as(generated.text())
                    .isEmpty();
        }
    }
}
