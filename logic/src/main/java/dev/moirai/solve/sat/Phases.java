package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * Which value a decision tries first. Normally the one that the variable had last (Pipatsrisawat and Darwiche, SAT
 * 2007). In the stable mode the values of the largest assignment without conflict since the last reset go first (target
 * phases, Biere and Fleury, SAT Competition 2020); now and then all values are reset.
 */
final class Phases {
    private static final byte NONE = 2;
    private static final int FIRST_RESET = 1000;

    private final Trail trail;
    private byte[] target = new byte[16];
    private byte[] best = new byte[16];
    private int targetSize;
    private int bestSize;
    private long nextReset = FIRST_RESET;
    private int resets;
    private int variables;

    Phases(Trail trail) {
        this.trail = trail;
    }

    void addVariable(int variable) {
        if (variable >= target.length) {
            target = Arrays.copyOf(target, Math.max(variable + 1, target.length * 2));
            best = Arrays.copyOf(best, target.length);
        }
        target[variable] = NONE;
        best[variable] = NONE;
        variables = variable + 1;
    }

    void begin() {
        Arrays.fill(target, NONE);
        targetSize = 0;
        bestSize = 0;
    }

    int sign(int variable, boolean stable) {
        return stable && target[variable] != NONE ? target[variable] : trail.saved[variable];
    }

    /** Called with the conflict still in place: all levels but the last are free of conflict. */
    void conflict() {
        int consistent = trail.starts.data[trail.currentLevel() - 1];
        if (consistent > targetSize) {
            targetSize = consistent;
            copyTo(target, consistent);
        }
        if (consistent > bestSize) {
            bestSize = consistent;
            copyTo(best, consistent);
        }
    }

    private void copyTo(byte[] phases, int consistent) {
        for (int i = 0; i < consistent; i++) {
            int literal = trail.literals.data[i];
            phases[literal >> 1] = (byte) (literal & 1);
        }
    }

    void restart(boolean stable, long conflicts) {
        if (!stable || conflicts < nextReset) return;
        resets++;
        nextReset = conflicts + (long) FIRST_RESET * resets;
        switch (resets % 4) {
            case 0, 2 -> {
                for (int v = 0; v < variables; v++) if (best[v] != NONE) trail.saved[v] = best[v];
                bestSize = 0;
            }
            case 1 -> Arrays.fill(trail.saved, (byte) 1);
            default -> {
                for (int v = 0; v < variables; v++) trail.saved[v] ^= 1;
            }
        }
        Arrays.fill(target, NONE);
        targetSize = 0;
    }
}
