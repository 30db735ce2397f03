package dev.moirai.verify.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Traces and witnesses keep all options that are needed to read a program in the same way again. */
class InputOptionsTest {
    @Test
    void allOfItComesBackFromItsWords() {
        var options = new InputOptions(
                EnumSet.allOf(Assumption.class),
                List.of("-I", "include", "-DA", "-DB=2"),
                Set.of("log", "trace"),
                List.of("--32", "argument"),
                new Surroundings(
                        List.of("a=b", "c"),
                        Optional.of("in.txt"),
                        List.of("A=b"),
                        OptionalInt.of(-5),
                        Surroundings.ClockKind.STILL,
                        3),
                List.of(
                        new SourceFile(Path.of("a.c"), List.of("-Iinclude", "-std=c99"), SourceFile.Part.ALL),
                        new SourceFile(Path.of("s.c"), List.of("-DS"), SourceFile.Part.STUBS),
                        new SourceFile(Path.of("b.c"), List.of(), SourceFile.Part.ALL_BUT_MAIN)),
                Optional.of("start"));
        assertThat(InputOptions.ofWords(options.words())).isEqualTo(options);
        assertThat(InputOptions.ofWords(InputOptions.DEFAULT.words())).isEqualTo(InputOptions.DEFAULT);
    }

    @Test
    void aWordOfNoMeaningIsRefused() {
        assertThatThrownBy(() -> InputOptions.ofWords(List.of("--33"))).hasMessageContaining("--33");
    }
}
