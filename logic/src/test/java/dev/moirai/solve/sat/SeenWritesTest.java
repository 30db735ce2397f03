package dev.moirai.solve.sat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.solve.Limit;
import dev.moirai.solve.sat.SatSolver.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who sees whose write, in the SAT solver, against the same demands spelled out as clauses over a total order. */
class SeenWritesTest {
    @Test
    void whatIsOverwrittenIsNotSeen() {
        var sat = new Cdcl();
        int old = sat.newVariable();
        int overwritten = sat.newVariable();
        sat.before(0, 0, 1);
        sat.before(0, 1, 2);
        sat.writes(0, 0, 0);
        sat.writes(overwritten, 1, 0);
        sat.sees(old, 0, 2, 0);
        assertThat(sat.solve(Limit.none(), old)).isEqualTo(Result.SATISFIABLE);
        assertThat(sat.isTrue(overwritten)).isFalse();
        assertThat(sat.solve(Limit.none(), overwritten)).isEqualTo(Result.SATISFIABLE);
        assertThat(sat.isTrue(old)).isFalse();
        assertThat(sat.solve(Limit.none(), old, overwritten)).isEqualTo(Result.UNSATISFIABLE);
    }

    @Test
    void whoSeesWhatWasThereAtFirstComesBeforeAllWrites() {
        var sat = new Cdcl();
        int first = sat.newVariable();
        int late = sat.newVariable();
        sat.writes(0, 0, 0);
        sat.sees(first, -1, 1, 0);
        sat.before(late, 0, 1);
        assertThat(sat.solve(Limit.none(), first)).isEqualTo(Result.SATISFIABLE);
        assertThat(sat.isTrue(late)).isFalse();
        assertThat(sat.solve(Limit.none(), first, late)).isEqualTo(Result.UNSATISFIABLE);
    }

    /** A program without values: threads of events, each of which may read and write at some place. */
    private static final class Trial {
        final Random random;
        final Cdcl theory = new Cdcl();
        final Cdcl plain = new Cdcl();
        final int things;
        final int[][] before;
        final List<Integer> choices = new ArrayList<>();

        Trial(long seed) {
            random = new Random(seed);
            int threads = 2 + random.nextInt(2);
            int length = 2 + random.nextInt(3);
            things = threads * length;
            before = new int[things][things];
            for (int i = 0; i < things; i++) {
                for (int k = 0; k < i; k++) {
                    before[i][k] = choice();
                    before[k][i] = -before[i][k];
                }
            }
            choices.clear();
            for (int i = 0; i < things; i++) for (int j = 0; j < things; j++) transitive(i, j);
            for (int i = 0; i < things; i++) {
                if (i % length == 0) continue;
                theory.before(0, i - 1, i);
                plain.add(new int[] {before[i - 1][i]}, 1);
            }
            for (int place = 0; place < 1 + random.nextInt(2); place++) share(place);
            for (int i = choices.isEmpty() ? 0 : random.nextInt(things); i > 0; i--) {
                both(any(), any());
            }
        }

        private int choice() {
            plain.newVariable();
            choices.add(theory.newVariable());
            return choices.getLast();
        }

        private int any() {
            return choices.get(random.nextInt(choices.size()));
        }

        private void transitive(int i, int j) {
            for (int k = 0; k < things; k++) {
                if (i != j && j != k && i != k) plain.add(new int[] {-before[i][j], -before[j][k], before[i][k]}, 3);
            }
        }

        private void both(int... clause) {
            for (int i = 0; i < clause.length; i++) if (random.nextBoolean()) clause[i] = -clause[i];
            theory.add(clause, clause.length);
            plain.add(clause, clause.length);
        }

        private void share(int place) {
            int[] written = new int[things];
            for (int i = 0; i < things; i++) {
                if (random.nextInt(3) > 0) continue;
                written[i] = choice();
                theory.writes(written[i], i, place);
                for (int k = 0; k < i; k++) {
                    if (written[k] == 0) continue;
                    theory.before(before[i][k], i, k);
                    theory.before(-before[i][k], k, i);
                }
            }
            for (int i = 0; i < things; i++) if (random.nextInt(2) == 0) read(i, place, written);
        }

        private void read(int reader, int place, int[] written) {
            var some = new ArrayList<Integer>();
            for (int writer = -1; writer < things; writer++) {
                if (writer == reader || (writer >= 0 && written[writer] == 0)) continue;
                int view = choice();
                some.add(view);
                theory.sees(view, writer, reader, place);
                if (writer >= 0) {
                    theory.before(view, writer, reader);
                    plain.add(new int[] {-view, before[writer][reader]}, 2);
                    int[] made = {-view, written[writer]};
                    theory.add(made, 2);
                    plain.add(made, 2);
                }
                for (int other = 0; other < things; other++) {
                    if (other == writer || other == reader || written[other] == 0) continue;
                    int[] between = writer < 0
                            ? new int[] {-view, -written[other], before[reader][other]}
                            : new int[] {-view, -written[other], before[reader][other], before[other][writer]};
                    plain.add(between, between.length);
                }
            }
            int[] clause = some.stream().mapToInt(Integer::intValue).toArray();
            theory.add(clause, clause.length);
            plain.add(clause, clause.length);
        }
    }

    @Test
    void agreesWithClauses() {
        int satisfiable = 0;
        int asked = 0;
        for (long seed = 1; seed <= 2000; seed++) {
            var trial = new Trial(seed);
            if (trial.choices.isEmpty()) continue;
            for (int question = 0; question < 8; question++) {
                int[] assumed = new int[question];
                for (int i = 0; i < question; i++) {
                    int choice = trial.choices.get(trial.random.nextInt(trial.choices.size()));
                    assumed[i] = trial.random.nextInt(3) == 0 ? -choice : choice;
                }
                Result expected = trial.plain.solve(Limit.none(), assumed);
                assertThat(trial.theory.solve(Limit.none(), assumed))
                        .as("seed " + seed + ", question " + question)
                        .isEqualTo(expected);
                asked++;
                if (expected == Result.SATISFIABLE) satisfiable++;
            }
        }
        assertThat(satisfiable).isBetween(asked / 5, asked * 4 / 5);
    }
}
