package dev.moirai.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.predict.PredictionAgainstAllOrders;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.SystemStates;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One table of what the thread library's operations do, put to everybody who gives them a meaning: the interpreter, lowering
 * with either symbolic engine, the transition systems of termination proofs, and prediction; what gcc compiles is for
 * {@link OperationsInCTest}.
 */
class OperationsTest {
    private static final long RECORDINGS = 2;

    @TempDir
    Path folder;

    static List<Operation> operations() {
        return Operation.all();
    }

    /** A proof assumes that nothing is misused, so that it has nothing to say of the others. */
    static List<Operation> properUses() {
        return operations().stream().filter(operation -> !operation.isMisuse()).toList();
    }

    static TreeSet<String> expected(Operation operation) {
        return new TreeSet<>(operation.outcomes());
    }

    // ---- the judge ---------------------------------------------------------------------------------------------

    @ParameterizedTest
    @MethodSource("operations")
    void interpreter(Operation operation) throws IOException {
        Program program = operation.asserting(folder);
        var outcomes = new TreeSet<String>();
        for (String code : expected(operation)) {
            if (!code.equals(Operation.WAITS)
                    && fails(only(program, line -> operation.codeAt(line).equals(code)), Property.ASSERTION))
                outcomes.add(code);
        }
        if (fails(program, Property.DEADLOCK)) outcomes.add(Operation.WAITS);
        assertThat(outcomes).isEqualTo(expected(operation));
        Program others = only(program, line -> !operation.outcomes().contains(operation.codeAt(line)));
        assertThat(fails(others, Property.ASSERTION)).as("another code").isFalse();
        assertThat(fails(program, Property.LOCK_MISUSE)).as("misuse").isEqualTo(operation.isMisuse());
    }

    private static boolean fails(Program program, Property property) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(EnumSet.of(property)));
        Verdict verdict = Explorer.explore(machine, ExploreOptions.DEFAULT).verdict();
        assertThat(verdict).isInstanceOfAny(Verdict.Holds.class, Verdict.Violated.class);
        return verdict instanceof Verdict.Violated;
    }

    /** The program with only those assertions. */
    private static Program only(Program program, IntPredicate line) {
        return program.mapFunctions(function -> function.withBody(function.body().stream()
                .filter(instr -> !(instr instanceof Instr.Assert)
                        || line.test(instr.span().line()))
                .toList()));
    }

    // ---- lowering ----------------------------------------------------------------------------------------------

    @ParameterizedTest
    @MethodSource("operations")
    void lazySequentialization(Operation operation) throws IOException {
        var lazy = new LazyOpinion(operation, folder);
        assertThat(lazy.outcomes()).isEqualTo(expected(operation));
        assertThat(lazy.isMisuse()).as("misuse").isEqualTo(operation.isMisuse());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void orderOfEvents(Operation operation) throws IOException {
        var order = new OrderOpinion(operation, folder);
        assertThat(order.outcomes()).isEqualTo(expected(operation));
        assertThat(order.isMisuse()).as("misuse").isEqualTo(operation.isMisuse());
    }

    // ---- abstractions ------------------------------------------------------------------------------------------

    /** All that happens must be possible in the system, and more may be. */
    @ParameterizedTest
    @MethodSource("properUses")
    void transitionSystems(Operation operation) throws IOException {
        var states = new SystemStates(
                Systems.of(operation.watched(folder), Purpose.TERMINATION, Limit.none()), List.of("code"));
        var outcomes = new TreeSet<String>();
        // Main's end is the end of the program, but not of the system: others may be left waiting.
        var ends = new HashSet<>(states.ends());
        ends.addAll(states.stuck());
        for (List<Long> end : ends) {
            if (end.getFirst() == SystemStates.ANYTHING) outcomes.addAll(Operation.CODES.keySet());
            else outcomes.add(Operation.word(end.getFirst()));
        }
        // Where the interpreter waits for ever a system may go on: what it does not follow never holds anybody up.
        TreeSet<String> codes = expected(operation);
        codes.remove(Operation.WAITS);
        assertThat(outcomes).containsAll(codes);
    }

    /** What is predicted of a recorded run is exactly what some order of its steps does. */
    @ParameterizedTest
    @MethodSource("operations")
    void prediction(Operation operation) throws IOException {
        Program program = operation.asserting(folder);
        for (long seed = 0; seed < RECORDINGS; seed++) {
            var comparison = PredictionAgainstAllOrders.compare(program, operation.text(), seed);
            assertThat(comparison.skipped()).isFalse();
            assertThat(comparison.undecided()).isEmpty();
            assertThat(comparison.predicted()).isEqualTo(comparison.enumerated());
        }
    }
}
