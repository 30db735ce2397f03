package dev.moirai.verify.livelock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.text.VerdictLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lassos within many bounds at once are those within the bounds one by one. */
class LassosAheadTest {
    private static String verdict(String name, Optional<List<LassoBounds>> bounds, Workforce workforce) {
        var input = new Input(Path.of("../examples/livelock/" + name), InputOptions.DEFAULT, Dump.NOTHING);
        var plain = Livelock.Options.DEFAULT;
        var options = new Livelock.Options(
                plain.fairness(),
                plain.thread(),
                plain.response(),
                LivelockEngine.LASSO,
                bounds,
                plain.maxStates(),
                plain.solver(),
                plain.time(),
                workforce);
        String words = VerdictLine.words(Livelock.check(input, options).verdict());
        // Of several lassos, which one is found may differ.
        return words.startsWith("VIOLATED") ? words.substring(0, words.indexOf(" at ")) : words;
    }

    @ParameterizedTest
    @ValueSource(strings = {"fig1a.c", "fig1b.c", "philosophers-ordered.c"})
    void agree(String name) {
        var bounds = Optional.of(LassoBounds.ofContexts(2, 2));
        assertThat(verdict(name, bounds, new LocalWorkforce(2))).isEqualTo(verdict(name, bounds, Workforce.ALONE));
    }

    @ParameterizedTest
    @ValueSource(strings = "fig1b.c")
    void growingBoundsToo(String name) {
        assertThat(verdict(name, Optional.empty(), new LocalWorkforce(2)))
                .isEqualTo(verdict(name, Optional.empty(), Workforce.ALONE));
    }
}
