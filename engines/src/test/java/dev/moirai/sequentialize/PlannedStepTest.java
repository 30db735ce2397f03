package dev.moirai.sequentialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.bound.Origin;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.sequentialize.PlannedStep.Answer;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlannedStepTest {
    private static final Instr ASKS = new Instr.Nondet(new Local("a", Type.U8), "input", SourceSpan.NOWHERE);
    /** Equal to the other, and yet another place of the program. */
    private static final Instr ASKS_TOO = new Instr.Nondet(new Local("a", Type.U8), "input", SourceSpan.NOWHERE);

    private final PlannedStep step = new PlannedStep(0);

    private static Origin iteration(int number) {
        return new Origin("f", 3, List.of(number), Optional.empty(), 0);
    }

    @Test
    void everyExecutionHasItsOwnAnswers() {
        step.executes(ASKS, iteration(1));
        step.executes(ASKS, iteration(2));
        step.answer(ASKS, 7);
        step.executes(ASKS_TOO, iteration(1));
        step.answer(ASKS_TOO, 8);
        assertThat(step.answer(ASKS, 0, 0)).isEmpty();
        assertThat(step.answer(ASKS, 1, 0)).contains(new Answer.Value(7));
        assertThat(step.answer(ASKS, 1, 1)).isEmpty();
        assertThat(step.answer(ASKS_TOO, 0, 0)).contains(new Answer.Value(8));
    }

    @Test
    void partsOfOneExecutionAnswerInTurn() {
        Origin once = iteration(1);
        step.executes(ASKS, once);
        step.answer(ASKS, 7);
        step.executes(ASKS, once);
        step.answer(ASKS, 8);
        assertThat(step.answer(ASKS, 0, 1)).contains(new Answer.Value(8));
    }

    @Test
    void whoIsWokenIsAThread() {
        step.executes(ASKS, iteration(1));
        step.answer(ASKS, new Source.WhoIsWoken(List.of(2, 5)), 1);
        assertThat(step.answer(ASKS, 0, 0)).contains(new Answer.Woken(5));
    }

    @Test
    void whereNobodyWaitsNobodyIsWoken() {
        step.executes(ASKS, iteration(1));
        step.answer(ASKS, new Source.WhoIsWoken(List.of(2, 5)), 200);
        assertThat(step.answer(ASKS, 0, 0)).isEmpty();
    }
}
