package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.text.VerdictLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of candidates does not depend on who decides them. */
class CandidatesPartTest {
    private static Answer predict(String name, Workforce workforce) {
        var input = new Input(Path.of("../examples/predict/" + name), InputOptions.DEFAULT, Dump.NOTHING);
        Budget budget = Budget.of(Optional.of(Duration.ofSeconds(60)));
        var recorded = Recording.from(new RunSource.FreshRun(input, OptionalLong.empty(), 1_000_000), budget);
        return Prediction.answer(
                recorded, Prediction.Options.usual(Prediction.OF_PROGRAMS), budget.with(workforce), Progress.ignored());
    }

    private static List<String> found(Answer answer) {
        return ((Evidence.Predictions) answer.evidence())
                .found().stream()
                        .map(each -> each.violation().property() + " "
                                + each.violation().span())
                        .sorted()
                        .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank.c", "lock-order.c", "figure-9b.c"})
    void agree(String name) {
        Answer alone = predict(name, Workforce.ALONE);
        Answer together = predict(name, new LocalWorkforce(2));
        assertThat(found(together)).isEqualTo(found(alone));
        assertThat(VerdictLine.words(together.verdict())).isEqualTo(VerdictLine.words(alone.verdict()));
    }
}
