package dev.moirai.solve;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;

import dev.moirai.logic.TermPool;
import java.util.Random;

/** Families of formulas for comparing solvers. */
public final class Formulas {
    private Formulas() {}

    /** Random 3-SAT with {@code 4.26 * variables} clauses: about half are satisfiable. */
    public static int random3Sat(TermPool pool, int variables, long seed) {
        var random = new Random(seed);
        int all = TRUE;
        for (int i = 0; i < Math.round(4.26 * variables); i++) {
            int clause = FALSE;
            for (int k = 0; k < 3; k++) {
                int v = pool.boolVar("v" + random.nextInt(variables));
                clause = pool.or(clause, random.nextBoolean() ? v : pool.not(v));
            }
            all = pool.and(all, clause);
        }
        return all;
    }

    /** {@code holes + 1} pigeons do not fit; exponential for resolution. */
    public static int pigeons(TermPool pool, int holes) {
        int all = TRUE;
        for (int p = 0; p <= holes; p++) {
            int somewhere = FALSE;
            for (int h = 0; h < holes; h++) somewhere = pool.or(somewhere, pool.boolVar("p" + p + "h" + h));
            all = pool.and(all, somewhere);
        }
        for (int h = 0; h < holes; h++) {
            for (int p = 0; p <= holes; p++) {
                for (int q = 0; q < p; q++) {
                    all = pool.and(
                            all, pool.not(pool.and(pool.boolVar("p" + p + "h" + h), pool.boolVar("p" + q + "h" + h))));
                }
            }
        }
        return all;
    }

    /** {@code product} as a product of two factors above 1 of {@code bits} bits each. */
    public static int factors(TermPool pool, long product, int bits) {
        int width = 2 * bits;
        int x = pool.zext(pool.bvVar("x", bits), width);
        int y = pool.zext(pool.bvVar("y", bits), width);
        int one = pool.bv(1, width);
        return pool.and(
                pool.eq(pool.bvMul(x, y), pool.bv(product, width)),
                pool.and(pool.and(pool.ult(one, x), pool.ult(one, y)), pool.ule(x, y)));
    }

    /**
     * The Fibonacci race in {@code rounds} rounds of two threads of {@code steps} steps {@code i += j} and {@code j += i},
     * encoded as lazy sequentialization does: each thread in each round runs up to a guessed place. Can {@code i} or {@code
     * j} reach {@code bound}? The largest value reachable is the Fibonacci number of {@code 2 * steps + 2}.
     */
    public static int fibonacci(TermPool pool, int steps, int rounds, long bound) {
        int width = 32;
        int i = pool.bv(1, width);
        int j = pool.bv(1, width);
        int[] done = new int[] {pool.bv(0, 8), pool.bv(0, 8)};
        int[] read = new int[] {pool.bv(0, width), pool.bv(0, width)};
        int all = TRUE;
        int reached = FALSE;
        for (int round = 0; round < rounds; round++) {
            for (int thread = 0; thread < 2; thread++) {
                int until = pool.bvVar("until" + thread + "," + round, 8);
                all = pool.and(all, pool.ule(done[thread], until));
                all = pool.and(all, pool.ule(until, pool.bv(3L * steps, 8)));
                // A step is three: read one, read the other and add, write.
                for (int s = 0; s < 3 * steps; s++) {
                    int at = pool.bv(s, 8);
                    int runs = pool.and(pool.ule(done[thread], at), pool.ult(at, until));
                    int mine = thread == 0 ? i : j;
                    int other = thread == 0 ? j : i;
                    switch (s % 3) {
                        case 0 -> read[thread] = pool.ite(runs, mine, read[thread]);
                        case 1 -> read[thread] = pool.ite(runs, pool.bvAdd(read[thread], other), read[thread]);
                        default -> {
                            int written = pool.ite(runs, read[thread], mine);
                            if (thread == 0) i = written;
                            else j = written;
                        }
                    }
                }
                done[thread] = until;
                reached = pool.or(reached, pool.ule(pool.bv(bound, width), thread == 0 ? i : j));
            }
        }
        return pool.and(all, reached);
    }

    /**
     * Threads that each add 1 to the same cell of a small array at a guessed index, without lock, interleaved by rounds; is
     * the sum of all cells {@code lost} smaller than it should be? Many choices over memory, little arithmetic.
     */
    public static int lostUpdates(TermPool pool, int threads, int cells, int rounds, int lost) {
        int width = 32;
        int[] memory = new int[cells];
        java.util.Arrays.fill(memory, pool.bv(0, width));
        int[] done = new int[threads];
        int[] local = new int[threads];
        int[] index = new int[threads];
        int steps = 2 * rounds;
        for (int t = 0; t < threads; t++) {
            done[t] = pool.bv(0, 6);
            local[t] = pool.bv(0, width);
            index[t] = pool.bvUrem(pool.bvVar("index" + t, 8), pool.bv(cells, 8));
        }
        int all = TRUE;
        for (int round = 0; round < rounds; round++) {
            for (int t = 0; t < threads; t++) {
                int until = round == rounds - 1 ? pool.bv(steps, 6) : pool.bvVar("until" + t + "," + round, 6);
                all = pool.and(all, pool.and(pool.ule(done[t], until), pool.ule(until, pool.bv(steps, 6))));
                for (int s = 0; s < steps; s++) {
                    int at = pool.bv(s, 6);
                    int runs = pool.and(pool.ule(done[t], at), pool.ult(at, until));
                    if (s % 2 == 0) {
                        int value = pool.bv(0, width);
                        for (int c = 0; c < cells; c++) {
                            value = pool.ite(pool.eq(index[t], pool.bv(c, 8)), memory[c], value);
                        }
                        local[t] = pool.ite(runs, value, local[t]);
                    } else {
                        int next = pool.bvAdd(local[t], pool.bv(1, width));
                        for (int c = 0; c < cells; c++) {
                            int here = pool.and(runs, pool.eq(index[t], pool.bv(c, 8)));
                            memory[c] = pool.ite(here, next, memory[c]);
                        }
                    }
                }
                done[t] = until;
            }
        }
        int sum = pool.bv(0, width);
        for (int cell : memory) sum = pool.bvAdd(sum, cell);
        return pool.and(all, pool.eq(pool.bvAdd(sum, pool.bv(lost, width)), pool.bv((long) threads * rounds, width)));
    }
}
