package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What terms over integers and arrays are simplified to has the value of what was asked for, and Z3 agrees. */
class MathTermsTest {
    private final TermPool pool = new TermPool();
    private final MathTerms math = pool.math();

    @Test
    void readsPassWritesToOtherPlaces() {
        int sort = math.arraySort(MathTerms.INTEGER, MathTerms.INTEGER);
        int array = math.variable("a", sort);
        int key = math.variable("k", MathTerms.INTEGER);
        int written = math.store(math.store(array, math.integer(1), key), math.integer(2), math.integer(9));
        assertThat(math.select(written, math.integer(1))).isEqualTo(key);
        assertThat(math.select(math.everywhere(sort, key), math.integer(5))).isEqualTo(key);
        assertThat(math.store(array, math.integer(3), math.select(array, math.integer(3))))
                .isEqualTo(array);
    }

    @Test
    void choicesBetweenConstantsLeaveOnlyBooleans() {
        int chosen = pool.boolVar("chosen");
        int number = pool.ite(chosen, math.integer(4), math.integer(7));
        assertThat(pool.eq(math.add(number, math.integer(1)), math.integer(5))).isEqualTo(chosen);
        assertThat(math.less(number, math.integer(5))).isEqualTo(chosen);
    }

    @Test
    void theSolverIsChosenBySort() {
        int x = math.variable("x", MathTerms.INTEGER);
        try (var solver = Solvers.standard(pool)) {
            solver.add(math.less(math.integer(3), math.multiply(x, x)));
            solver.add(math.less(x, math.integer(0)));
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            solver.add(math.less(math.integer(-2), x));
            assertThat(solver.check()).isInstanceOf(Satisfiability.Unsat.class);
        }
        try (var solver = Solvers.checked(Solvers.named("moirai", pool))) {
            solver.add(math.less(x, math.integer(0)));
            assertThat(solver.check())
                    .isInstanceOfSatisfying(
                            Satisfiability.Unknown.class,
                            unknown -> assertThat(unknown.reason()).contains("z3"));
        }
    }

    /** A random term with a fixed value of its variables: Z3 finds no other value for it. */
    @Test
    void randomTermsHaveTheirValue() {
        int sort = math.arraySort(MathTerms.INTEGER, MathTerms.INTEGER);
        for (int seed = 1; seed <= 20; seed++) {
            var random = new Random(seed);
            int x = math.variable("x", MathTerms.INTEGER);
            int a = math.variable("a", sort);
            List<Integer> numbers = new ArrayList<>(List.of(x, math.integer(-2), math.integer(3)));
            List<Integer> arrays = new ArrayList<>(List.of(a, math.zero(sort)));
            for (int i = 0; i < 12; i++) {
                int left = numbers.get(random.nextInt(numbers.size()));
                int right = numbers.get(random.nextInt(numbers.size()));
                int array = arrays.get(random.nextInt(arrays.size()));
                switch (random.nextInt(8)) {
                    case 0 -> numbers.add(math.add(left, right));
                    case 1 -> numbers.add(math.subtract(left, right));
                    case 2 -> numbers.add(math.multiply(left, math.integer(random.nextInt(-2, 3))));
                    case 3 -> numbers.add(math.quotient(left, math.integer(random.nextInt(-3, 4))));
                    case 4 -> numbers.add(math.remainder(left, math.integer(random.nextInt(-3, 4))));
                    case 5 -> numbers.add(math.select(array, left));
                    case 6 -> arrays.add(math.store(array, left, right));
                    default -> numbers.add(pool.ite(math.less(left, right), left, right));
                }
            }
            long value = random.nextInt(-4, 5);
            var evaluator = new Evaluator(pool, variable -> variable == x ? value : 0);
            int result = numbers.getLast();
            try (var solver = Solvers.checked(Solvers.named("z3", pool))) {
                solver.add(pool.eq(x, math.integer(value)));
                solver.add(pool.eq(a, math.zero(sort)));
                solver.add(-pool.eq(result, math.integer(evaluator.value(result))));
                assertThat(solver.check()).as("seed %d", seed).isInstanceOf(Satisfiability.Unsat.class);
            }
        }
    }
}
