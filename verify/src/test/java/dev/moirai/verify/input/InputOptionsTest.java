package dev.moirai.verify.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What traces and witnesses keep of how a program was read is enough to read it so again. */
class InputOptionsTest {
    @Test
    void allOfItComesBackFromItsWords() {
        var options = new InputOptions(
                EnumSet.allOf(Assumption.class),
                List.of(Path.of("include"), Path.of("other")),
                List.of("A", "B=2"),
                Set.of("log", "trace"),
                List.of("--32", "argument"));
        assertThat(InputOptions.ofWords(options.words())).isEqualTo(options);
        assertThat(InputOptions.ofWords(InputOptions.DEFAULT.words())).isEqualTo(InputOptions.DEFAULT);
    }

    @Test
    void aWordOfNoMeaningIsRefused() {
        assertThatThrownBy(() -> InputOptions.ofWords(List.of("--33"))).hasMessageContaining("--33");
    }
}
