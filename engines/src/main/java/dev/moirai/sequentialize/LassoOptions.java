package dev.moirai.sequentialize;

import dev.moirai.ir.Condition;
import dev.moirai.property.Fairness;
import java.util.Optional;

/**
 * Which runs {@link Lasso} covers.
 *
 * @param stem rounds before the lasso
 * @param lasso rounds that repeat; 0 for runs that end with a response owed
 * @param undone what the run must leave undone; without it, that it never ends is enough
 */
public record LassoOptions(int stem, int lasso, Fairness fairness, Optional<Undone> undone) {
    public sealed interface Undone {
        /** The thread of this name has begun and does not end. */
        record Thread(String name) implements Undone {}

        /** At some moment {@code cause} holds, and neither then nor later {@code effect}. */
        record Response(Condition cause, Condition effect) implements Undone {}
    }

    public LassoOptions {
        if (stem < 0 || lasso < 0 || stem + lasso < 1)
            throw new IllegalArgumentException("no rounds: " + stem + ", " + lasso);
    }

    /**
     * By the numbers of MUTANT (Atig, Bouajjani, Emmi, Lal, CAV 2012): its K1 and K2 stand for a stem of K1 + K2 - 1
     * rounds, as there each thread may begin its lasso in another of the first K2 rounds of it.
     */
    public static LassoOptions mutant(int k1, int k2, Fairness fairness, Optional<Undone> undone) {
        return new LassoOptions(k1 + k2 - 1, k2, fairness, undone);
    }

    /** Runs of so many rounds in which the process ends, or all are stuck, with the response owed. */
    public static LassoOptions ending(int rounds, Undone.Response response) {
        return new LassoOptions(rounds, 0, Fairness.STRONG, Optional.of(response));
    }

    boolean ends() {
        return lasso == 0;
    }

    int rounds() {
        return stem + lasso;
    }
}
