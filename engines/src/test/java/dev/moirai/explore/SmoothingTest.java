package dev.moirai.explore;

import static dev.moirai.fixture.IrExpressions.equal;
import static dev.moirai.fixture.IrExpressions.integer;
import static dev.moirai.fixture.IrExpressions.plus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.MovesScheduler;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.Run;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmoothingTest {
    /** Three threads add to x again and again, and nobody may lose anything. */
    private static final Program COUNTING = new ProgramBuilder()
            .ints("x", "y")
            .function("worker", f -> {
                for (int i = 0; i < 12; i++) f.load("a" + i, "x").store("x", plus(integer("a" + i), 1));
                for (int i = 0; i < 12; i++) f.load("b" + i, "y").store("y", integer("b" + i));
            })
            .function(
                    "main",
                    f -> f.spawn("t", "worker")
                            .spawn("u", "worker")
                            .spawn("v", "worker")
                            .join("t")
                            .join("u")
                            .join("v")
                            .load("sum", "x")
                            .check(equal(integer("sum"), 36)))
            .build();

    private static int switches(List<Move> moves) {
        int count = 0;
        for (int i = 1; i < moves.size(); i++)
            if (moves.get(i).thread() != moves.get(i - 1).thread()) count++;
        return count;
    }

    private static Violation violation(Machine machine, List<Move> moves) {
        var run = Run.drive(machine, new MovesScheduler(moves), Observer.NONE, Long.MAX_VALUE);
        return ((Outcome.Violated) run.outcome()).violation();
    }

    @Test
    void aRunByChanceLosesItsNeedlessSwitchesAndStillFailsTheSameWay() {
        var machine = new Machine(
                Preparation.prepare(COUNTING), MachineOptions.DEFAULT.watching(EnumSet.of(Property.ASSERTION)));
        for (long seed = 0; seed < 20; seed++) {
            var run = Run.drive(machine, new RandomScheduler(seed), Observer.NONE, Long.MAX_VALUE);
            List<Move> moves = run.moves();
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            List<Move> smooth = new Smoothing(machine, deadline).smooth(moves);
            assertThat(violation(machine, smooth)).isEqualTo(violation(machine, moves));
            assertThat(switches(moves)).isGreaterThan(40);
            assertThat(switches(smooth)).isLessThan(12);
        }
    }

    @Test
    void withoutTimeItIsTheRunThatWasGiven() {
        var machine = new Machine(
                Preparation.prepare(COUNTING), MachineOptions.DEFAULT.watching(EnumSet.of(Property.ASSERTION)));
        List<Move> moves = Run.drive(machine, new RandomScheduler(1), Observer.NONE, Long.MAX_VALUE)
                .moves();
        assertThat(new Smoothing(machine, System.nanoTime()).smooth(moves)).isEqualTo(moves);
        assertThat(Shortening.of(machine, moves, 256, Duration.ZERO)).isEqualTo(moves);
    }
}
