package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever the pool makes of an operator has the value the unsimplified operator has. */
class SimplificationTest {
    @ParameterizedTest
    @CsvSource({"1, 60", "2, 80", "3, 40", "8, 80", "13, 40", "32, 80", "64, 80"})
    void keepsTheMeaning(int width, int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            var pool = new TermPool();
            var samples = Samples.grow(pool, seed * 31L + width, width, 120);
            for (int i = 0; i < samples.assignments(); i++) {
                Map<Integer, Long> values = new HashMap<>();
                for (var variable : samples.variables()) {
                    values.put(variable.term(), variable.values()[i].longValue());
                }
                var evaluator = new Evaluator(pool, values::get);
                for (var sample : samples.all()) {
                    if (evaluator.value(sample.term()) != sample.values()[i].longValue()) {
                        assertThat(evaluator.value(sample.term()))
                                .as(
                                        "seed %d, width %d, %s",
                                        seed,
                                        width,
                                        SmtLib.script(
                                                pool,
                                                "QF_BV",
                                                pool.isBool(sample.term())
                                                        ? sample.term()
                                                        : pool.isNonZero(sample.term())))
                                .isEqualTo(sample.values()[i].longValue());
                    }
                    if (sample.width() > 0) {
                        assertThat(Long.compareUnsigned(sample.values()[i].longValue(), pool.upperBound(sample.term())))
                                .isLessThanOrEqualTo(0);
                    }
                }
            }
        }
    }
}
