package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/**
 * Random formulas with nested quantifiers over integers, evaluated at the points that {@link QuantifiedTerms} looks at, against Z3,
 * which takes quantifiers over linear arithmetic away. For Z3 maps are written as choices, so that nothing is left of how
 * we evaluate them.
 */
class QuantifiersAgainstZ3Test {
    private static final int FORMULAS = Integer.getInteger("quantified", 250);

    /** One formula twice: over maps and numbers that an assignment gives, and with these written into it. */
    private record Twice(int given, int written) {}

    @Test
    void thePointsDecide() {
        int decided = 0;
        int holding = 0;
        for (int seed = 0; seed < FORMULAS; seed++) {
            var made = new Made(seed);
            Twice formula =
                    made.formula(1 + made.random.nextInt(made.furthest > 1 ? 2 : 3), 1 + made.random.nextInt(3));
            Satisfiability answer;
            try (Solver z3 = Solvers.named("z3", made.pool)) {
                z3.add(formula.written);
                answer = z3.check();
            }
            if (answer instanceof Satisfiability.Unknown) continue;
            decided++;
            boolean holds = answer instanceof Satisfiability.Sat;
            if (holds) holding++;
            assertThat(made.evaluated(formula.given))
                    .as("seed " + seed + ": " + SmtLib.script(made.pool, "ALL", formula.written))
                    .isEqualTo(holds);
        }
        assertThat(decided).isGreaterThan(FORMULAS * 9 / 10);
        assertThat(holding).isBetween(FORMULAS / 5, FORMULAS * 4 / 5);
    }

    /** A formula, a map and a number, by chance. */
    private static final class Made {
        private final TermPool pool = new TermPool();
        private final MathTerms math = pool.math();
        private final int sort = math.arraySort(MathTerms.INTEGER, MathTerms.INTEGER);
        private final int map = math.variable("m", sort);
        private final int number = math.variable("n", MathTerms.INTEGER);

        private final Random random;
        private final List<Integer> bound = new ArrayList<>();
        private final List<Long> keys = new ArrayList<>();
        private final List<Long> values = new ArrayList<>();
        private final long otherwise;
        private final long ofNumber;
        private final int furthest;

        Made(long seed) {
            random = new Random(seed);
            for (int i = random.nextInt(4); i > 0; i--) {
                keys.add((long) random.nextInt(25) - 12);
                values.add((long) random.nextInt(3));
            }
            otherwise = random.nextInt(2);
            ofNumber = random.nextInt(25) - 12;
            furthest = random.nextInt(4);
        }

        private long mapValue() {
            long all = Exact.everywhere(otherwise);
            for (int i = 0; i < keys.size(); i++)
                all = Exact.update(all, ValueNames.ofInteger(keys.get(i)), ValueNames.ofInteger(values.get(i)), 0);
            return all;
        }

        /** The map's cell as a choice among its keys. */
        private int writtenCell(int key) {
            int cell = math.integer(otherwise);
            for (int i = 0; i < keys.size(); i++) {
                cell = pool.ite(pool.eq(key, math.integer(keys.get(i))), math.integer(values.get(i)), cell);
            }
            return cell;
        }

        private int pick(IntSupplier... ways) {
            return ways[random.nextInt(ways.length)].getAsInt();
        }

        private int moved() {
            int variable = bound.get(random.nextInt(bound.size()));
            int by = random.nextInt(3) == 0 ? random.nextInt(2 * furthest + 1) - furthest : 0;
            return math.add(variable, math.integer(by));
        }

        private Twice atom() {
            int left = moved();
            return switch (random.nextInt(6)) {
                case 0, 1 -> {
                    int right = moved();
                    int atom = pick(() -> math.less(left, right), () -> pool.eq(left, right));
                    yield new Twice(atom, atom);
                }
                case 2 -> {
                    int constant = math.integer(random.nextInt(25) - 12);
                    int atom = pick(() -> math.less(left, constant), () -> math.less(constant, left));
                    yield new Twice(atom, atom);
                }
                case 3 -> {
                    boolean less = random.nextBoolean();
                    int known = math.integer(ofNumber);
                    yield less
                            ? new Twice(math.less(left, number), math.less(left, known))
                            : new Twice(pool.eq(left, number), pool.eq(left, known));
                }
                default -> {
                    int value = math.integer(random.nextInt(3));
                    if (random.nextBoolean()) {
                        yield new Twice(pool.eq(math.select(map, left), value), pool.eq(writtenCell(left), value));
                    }
                    int right = moved();
                    yield new Twice(
                            math.less(math.select(map, left), math.select(map, right)),
                            math.less(writtenCell(left), writtenCell(right)));
                }
            };
        }

        private Twice formula(int quantifiers, int size) {
            if (quantifiers > 0 && (bound.isEmpty() || random.nextInt(3) > 0)) {
                int variable = math.variable("x" + bound.size(), MathTerms.INTEGER);
                bound.add(variable);
                Twice body = formula(quantifiers - 1, size);
                bound.removeLast();
                return random.nextBoolean()
                        ? new Twice(math.forAll(variable, body.given), math.forAll(variable, body.written))
                        : new Twice(-math.forAll(variable, -body.given), -math.forAll(variable, -body.written));
            }
            if (size <= 0) return atom();
            Twice left = formula(quantifiers, size - 1 - random.nextInt(2));
            Twice right = formula(quantifiers - random.nextInt(2), size - 1 - random.nextInt(2));
            return switch (random.nextInt(3)) {
                case 0 -> new Twice(pool.and(left.given, right.given), pool.and(left.written, right.written));
                case 1 -> new Twice(pool.or(left.given, right.given), pool.or(left.written, right.written));
                default -> new Twice(pool.or(-left.given, right.given), pool.or(-left.written, right.written));
            };
        }

        private boolean evaluated(int term) {
            long all = mapValue();
            long known = ValueNames.ofInteger(ofNumber);
            return new Evaluator(pool, variable -> variable == map ? all : variable == number ? known : 0).isTrue(term);
        }
    }
}
