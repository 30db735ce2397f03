package dev.moirai.solve.sat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.solve.Limit;
import dev.moirai.solve.sat.SatSolver.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Orders in the SAT solver, against the same demands spelled out as transitivity. */
class OrderTheoryTest {
    @Test
    void aCycleOfFixedEdgesAndOneLiteralMakesTheLiteralFalse() {
        var sat = new Cdcl();
        int back = sat.newVariable();
        sat.before(0, 0, 1);
        sat.before(0, 1, 2);
        sat.before(back, 2, 0);
        assertThat(sat.solve(Limit.none())).isEqualTo(Result.SATISFIABLE);
        assertThat(sat.isTrue(back)).isFalse();
        assertThat(sat.solve(Limit.none(), back)).isEqualTo(Result.UNSATISFIABLE);
        assertThat(sat.isFailed(back)).isTrue();
    }

    @Test
    void edgesMayBeAddedBetweenQuestions() {
        var sat = new Cdcl();
        int a = sat.newVariable();
        int b = sat.newVariable();
        sat.before(a, 0, 1);
        sat.before(b, 1, 2);
        assertThat(sat.solve(Limit.none(), a, b)).isEqualTo(Result.SATISFIABLE);
        sat.before(0, 2, 0);
        assertThat(sat.solve(Limit.none(), a, b)).isEqualTo(Result.UNSATISFIABLE);
        assertThat(sat.solve(Limit.none(), a)).isEqualTo(Result.SATISFIABLE);
    }

    /** Fixed edges are taken in all at once, whatever their order; sometimes they have a cycle. */
    @Test
    void fixedEdgesAgreeWithTransitivitySpelledOut() {
        for (long seed = 1; seed <= 100; seed++) {
            var random = new Random(seed);
            int things = 4 + random.nextInt(6);
            var theory = new Cdcl();
            var plain = new Cdcl();
            int[][] before = new int[things][things];
            for (int i = 0; i < things; i++) {
                for (int k = 0; k < i; k++) {
                    int variable = theory.newVariable();
                    plain.newVariable();
                    before[i][k] = variable;
                    before[k][i] = -variable;
                    theory.before(variable, i, k);
                    theory.before(-variable, k, i);
                }
            }
            for (int i = 0; i < things; i++) {
                for (int j = 0; j < things; j++) {
                    for (int k = 0; k < things; k++) {
                        if (i == j || j == k || i == k) continue;
                        plain.add(new int[] {-before[i][j], -before[j][k], before[i][k]}, 3);
                    }
                }
            }
            for (int edge = random.nextInt(2 * things); edge >= 0; edge--) {
                int x = random.nextInt(things);
                int y = (x + 1 + random.nextInt(things - 1)) % things;
                boolean isForward = random.nextInt(10) > 0;
                int from = isForward ? Math.min(x, y) : x;
                int to = isForward ? Math.max(x, y) : y;
                theory.before(0, from, to);
                plain.add(new int[] {before[from][to]}, 1);
            }
            assertThat(theory.solve(Limit.none())).as("seed %s", seed).isEqualTo(plain.solve(Limit.none()));
            for (int i = 0; i < things; i++) {
                for (int k = 0; k < things; k++) {
                    if (i == k) continue;
                    assertThat(theory.solve(Limit.none(), before[i][k]))
                            .as("seed %s, %s before %s", seed, i, k)
                            .isEqualTo(plain.solve(Limit.none(), before[i][k]));
                }
            }
        }
    }

    @Test
    void agreesWithTransitivitySpelledOut() {
        int satisfiable = 0;
        for (long seed = 1; seed <= 300; seed++) {
            var random = new Random(seed);
            int things = 4 + random.nextInt(6);
            var theory = new Cdcl();
            var plain = new Cdcl();
            int[][] before = new int[things][things];
            for (int i = 0; i < things; i++) {
                for (int k = 0; k < i; k++) {
                    int variable = theory.newVariable();
                    plain.newVariable();
                    before[i][k] = variable;
                    before[k][i] = -variable;
                    theory.before(variable, i, k);
                    theory.before(-variable, k, i);
                }
            }
            for (int i = 0; i < things; i++) {
                for (int j = 0; j < things; j++) {
                    for (int k = 0; k < things; k++) {
                        if (i == j || j == k || i == k) continue;
                        plain.add(new int[] {-before[i][j], -before[j][k], before[i][k]}, 3);
                    }
                }
            }
            List<int[]> clauses = new ArrayList<>();
            int count = things * (2 + random.nextInt(4));
            for (int c = 0; c < count; c++) {
                int[] clause = new int[2 + random.nextInt(2)];
                for (int i = 0; i < clause.length; i++) {
                    int x = random.nextInt(things);
                    int y = (x + 1 + random.nextInt(things - 1)) % things;
                    clause[i] = before[x][y];
                }
                clauses.add(clause);
                theory.add(clause, clause.length);
                plain.add(clause, clause.length);
            }
            Result expected = plain.solve(Limit.none());
            assertThat(theory.solve(Limit.none())).as("seed " + seed).isEqualTo(expected);
            if (expected == Result.SATISFIABLE) {
                satisfiable++;
                for (int[] clause : clauses) {
                    assertThat(Arrays.stream(clause).anyMatch(l -> theory.isTrue(Math.abs(l)) == l > 0))
                            .isTrue();
                }
                for (int x = 0; x < things; x++) {
                    int assumption = before[x][(x + 1) % things];
                    assertThat(theory.solve(Limit.none(), assumption))
                            .as("seed " + seed + " under an assumption")
                            .isEqualTo(plain.solve(Limit.none(), assumption));
                }
            }
        }
        assertThat(satisfiable).isBetween(50, 250);
    }
}
