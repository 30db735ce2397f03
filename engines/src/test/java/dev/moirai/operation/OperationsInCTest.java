package dev.moirai.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.property.Property;
import dev.moirai.replay.NativeOrder;
import dev.moirai.replay.NativeOutcome;
import dev.moirai.replay.NativeProgram;
import dev.moirai.replay.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of {@link OperationsTest} put to what gcc compiles: the sequential C we emit, and the native runtime. */
class OperationsInCTest {
    private static final long NATIVE_RUNS = 6;
    private static final long MOST_STEPS = 1_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.moirai.operation.OperationsTest#operations")
    void emittedC(Operation operation) throws Exception {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed");
        assertThat(new LazyOpinion(operation, folder).ofEmittedC()).isEqualTo(OperationsTest.expected(operation));
    }

    /** That native runs go step by step as the interpreter does is for {@code NativeAgreesTest}; here are their ends. */
    @ParameterizedTest
    @MethodSource("dev.moirai.operation.OperationsTest#operations")
    void nativeRuntime(Operation operation) throws IOException {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed");
        Set<String> outcomes = natively(operation, EnumSet.of(Property.DEADLOCK));
        if (operation.outcomes().size() == 1) assertThat(outcomes).isEqualTo(OperationsTest.expected(operation));
        else assertThat(OperationsTest.expected(operation)).containsAll(outcomes);
        if (operation.isMisuse()) {
            assertThat(natively(operation, EnumSet.of(Property.LOCK_MISUSE))).contains(Property.LOCK_MISUSE.word());
        }
    }

    private Set<String> natively(Operation operation, Set<Property> watched) throws IOException {
        var outcomes = new TreeSet<String>();
        try (NativeProgram program = NativeProgram.build(operation.returning(folder), watched)) {
            for (long seed = 1; seed <= NATIVE_RUNS; seed++) {
                var order = new NativeOrder(new NativeOrder.Pace.Shuffled(seed), MOST_STEPS, NativeOrder.Logging.OFF);
                note(outcomes, program.run(order, Streams.NONE).outcome());
            }
        }
        return outcomes;
    }

    private static void note(Set<String> outcomes, NativeOutcome outcome) {
        switch (outcome) {
            case NativeOutcome.Ended(var code) -> outcomes.add(Operation.word((byte) code));
            case NativeOutcome.Violated(var property, var _, var _, var _) ->
                outcomes.add(property == Property.DEADLOCK ? Operation.WAITS : property.word());
            case NativeOutcome.Pruned() -> {}
            case NativeOutcome.Stopped _,
                    NativeOutcome.Diverged _,
                    NativeOutcome.CutShort _,
                    NativeOutcome.LimitReached _,
                    NativeOutcome.Crashed _ -> outcomes.add(outcome.toString());
        }
    }
}
