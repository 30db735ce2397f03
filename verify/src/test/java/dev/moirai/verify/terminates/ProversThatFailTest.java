package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.property.Schedulers;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Two engines prove termination side by side: the failure of one leaves the question to the other. */
class ProversThatFailTest {
    private static Prover named(String name, Supplier<ProofResult> answer) {
        return new Prover() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public ProofResult climb(ProofQuestion question, Exposure exposure, Limit limit) {
                return answer.get();
            }
        };
    }

    private static final Prover BROKEN = named("broken", () -> {
        throw new IllegalStateException("it broke");
    });

    private static ProofResult prove(List<Prover> provers, List<Failure> failures) {
        return new ThreadTermination(question(), provers, Progress.ignored(), failures)
                .prove(Budget.of(Optional.empty()));
    }

    private static TerminationQuestion question() {
        var program = new Input(Path.of("../examples/terminates/choice.c"), InputOptions.DEFAULT, Dump.NOTHING).read();
        TransitionSystem system = Systems.of(program, Purpose.TERMINATION, Limit.none());
        return new TerminationQuestion(program, system, system.threads().get(1), Schedulers.ALL);
    }

    @Test
    void theOthersAnswerCountsAndTheFailureIsKept() {
        List<Failure> failures = new ArrayList<>();
        var open = new ProofResult.Open("no rank", List.of(), List.of());
        ProofResult result = prove(List.of(BROKEN, named("whole", () -> open)), failures);
        assertThat(result).isEqualTo(open);
        assertThat(failures).extracting(Failure::engine).containsExactly("broken");
        assertThat(failures).extracting(Failure::what).containsExactly("IllegalStateException: it broke");
    }

    @Test
    void whereAllFailThereIsNoAnswer() {
        assertThatThrownBy(() -> prove(List.of(BROKEN, BROKEN), new ArrayList<>()))
                .hasMessageContaining("it broke");
    }
}
