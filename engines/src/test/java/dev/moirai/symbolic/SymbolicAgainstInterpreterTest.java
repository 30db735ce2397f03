package dev.moirai.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.SequentialIr;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** For random inputs of random programs, the formula says "violated here" exactly when the interpreter does. */
class SymbolicAgainstInterpreterTest {
    private static final Set<Property> WATCHED = EnumSet.of(Property.ASSERTION, Property.MEMORY);

    @Test
    void formulaAndInterpreterAgree() {
        int violated = 0;
        int fine = 0;
        for (long seed = 0; seed < 1500; seed++) {
            Program program = SequentialIr.of(seed);
            assertThat(WellFormed.check(program)).isEmpty();
            Formula formula = SymbolicExecution.of(program, WATCHED, SymbolicExecution.Knowledge.NONE, new TermPool());
            for (int input = 0; input < 6; input++) {
                var inputs = new Inputs(new SplittableRandom(seed * 31 + input));
                String expected = word(run(program, inputs));
                String told = told(formula, program, inputs.byLine);
                if (told.equals("cut")) continue;
                assertThat(told)
                        .as(() -> "inputs " + inputs.byLine + " of\n" + Printer.print(program))
                        .isEqualTo(expected);
                if (told.equals("fine")) fine++;
                else violated++;
            }
        }
        assertThat(violated).isGreaterThan(500);
        assertThat(fine).isGreaterThan(500);
    }

    private static String told(Formula formula, Program program, Map<Integer, Long> inputs) {
        List<Instr> body = program.function("main").body();
        Map<Integer, Long> byTerm = formula.choices().stream()
                .collect(Collectors.toMap(
                        Formula.Choice::term,
                        choice -> inputs.getOrDefault(
                                body.get(choice.instruction()).span().line(), 0L)));
        var evaluator = new Evaluator(formula.pool(), term -> byTerm.getOrDefault(term, 0L));
        if (formula.cuts().stream().anyMatch(cut -> evaluator.isTrue(cut.condition()))) return "cut";
        return formula.violations().stream()
                .filter(failure -> evaluator.isTrue(failure.condition()))
                .map(failure ->
                        failure.property() + " at line " + failure.span().line())
                .findFirst()
                .orElse("fine");
    }

    private static String word(Outcome outcome) {
        return outcome instanceof Outcome.Violated(var violation)
                ? violation.property() + " at line " + violation.span().line()
                : "fine";
    }

    private static Outcome run(Program program, Chooser inputs) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        State state = machine.start();
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued) {
            outcome = machine.step(state, machine.enabled(state)[0], inputs, Observer.NONE);
        }
        return outcome;
    }

    /** Random inputs, remembered by the line that asked. */
    private static final class Inputs implements Chooser {
        private final SplittableRandom random;
        final Map<Integer, Long> byLine = new HashMap<>();

        Inputs(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public long choose(Choice choice) {
            var any = (Choice.AnyValue) choice;
            long raw = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-2, 4);
            long value = Arithmetic.normalize(any.type(), raw);
            byLine.put(choice.span().line(), value);
            return value;
        }
    }
}
