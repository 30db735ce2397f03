package dev.moirai.verify.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that may only work for a while. */
class BriefTest {
    /** Works until its time is up, unless it is asked for an answer. */
    private static final class Endless implements Engine<String, String> {
        @Override
        public EngineId id() {
            return new EngineId("endless");
        }

        @Override
        public Optional<Reason> refusal(String question) {
            return question.isEmpty() ? Optional.of(Reason.undecided("nothing is asked")) : Optional.empty();
        }

        @Override
        public Finding<String> run(String question, Budget budget, Account<String> account) {
            if (question.equals("easy")) return new Finding<>(id(), new Verdict.Holds(), Map.of());
            while (!budget.limit().isReached()) Thread.onSpinWait();
            return Finding.unknown(id(), Reason.undecided("gave up"));
        }
    }

    private final Engine<String, String> brief = new Brief<>(new Endless(), Duration.ofMillis(50));

    private Verdict answer(String question) {
        return brief.run(question, Budget.of(Optional.empty()), Account.ignored())
                .verdict();
    }

    @Test
    @Timeout(20)
    void givesUpAfterAWhile() {
        assertThat(answer("hard")).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void answersOtherwiseAsTheEngineDoes() {
        assertThat(answer("easy")).isEqualTo(new Verdict.Holds());
        assertThat(brief.id()).isEqualTo(new EngineId("endless"));
        assertThat(brief.refusal("")).isPresent();
        assertThat(brief.refusal("easy")).isEmpty();
    }
}
