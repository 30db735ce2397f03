package dev.moirai.solve.blast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.Samples;
import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Circuits compute what terms mean, and clauses say no more than they need. */
class BlasterTest {
    @ParameterizedTest
    @CsvSource({"1, 20", "2, 30", "3, 20", "8, 20", "33, 10", "64, 10"})
    void circuitsComputeWhatTermsMean(int width, int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            var pool = new TermPool();
            var samples = Samples.grow(pool, seed * 13L + width, width, 60);
            var blaster = new Blaster(pool);
            for (var sample : samples.all()) {
                if (sample.width() == 0) blaster.gate(sample.term());
                else blaster.vector(sample.term());
            }
            for (int i = 0; i < Math.min(64, samples.assignments()); i++) {
                Map<Integer, Long> inputs = new HashMap<>();
                for (var variable : samples.variables()) {
                    long value = variable.values()[i].longValue();
                    if (variable.width() == 0) {
                        inputs.put(blaster.gate(variable.term()), value);
                    } else {
                        int[] bits = blaster.vector(variable.term());
                        for (int k = 0; k < bits.length; k++) inputs.put(bits[k], value >>> k & 1);
                    }
                }
                var evaluator = new Evaluator(blaster.gates(), inputs::get);
                for (var sample : samples.all()) {
                    long value = 0;
                    if (sample.width() == 0) {
                        value = evaluator.value(blaster.gate(sample.term()));
                    } else {
                        int[] bits = blaster.vector(sample.term());
                        for (int k = 0; k < bits.length; k++) value |= evaluator.value(bits[k]) << k;
                    }
                    assertThat(value).as("seed %d", seed).isEqualTo(sample.values()[i].longValue());
                }
            }
        }
    }

    private static final class Counting implements ClauseSink {
        int variables;
        int clauses;

        @Override
        public int newVariable() {
            return ++variables;
        }

        @Override
        public void add(int[] literals, int length) {
            clauses++;
        }
    }

    @Test
    void aClauseNeedsNoVariableOfItsOwn() {
        var pool = new TermPool();
        int clause = pool.or(pool.boolVar("a"), pool.not(pool.boolVar("b")), pool.boolVar("c"));
        int both = pool.and(clause, pool.or(pool.boolVar("b"), pool.boolVar("c")));
        var counting = new Counting();
        var blaster = new Blaster(pool);
        new Cnf(blaster.gates(), counting).assertTrue(blaster.gate(both));
        assertThat(counting.variables).isEqualTo(3);
        assertThat(counting.clauses).isEqualTo(2);
    }

    @Test
    void anAdderHasTwoVariablesAndFourteenClausesABit() {
        var pool = new TermPool();
        int x = pool.bvVar("x", 32);
        int y = pool.bvVar("y", 32);
        var counting = new Counting();
        var blaster = new Blaster(pool);
        int[] sum = blaster.vector(pool.bvAdd(x, y));
        var cnf = new Cnf(blaster.gates(), counting);
        for (int bit : sum) cnf.assumable(bit);
        assertThat(counting.variables).isLessThanOrEqualTo(2 * 32 + 2 * 32);
        assertThat(counting.clauses).isLessThanOrEqualTo(14 * 32);
    }
}
