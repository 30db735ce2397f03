package dev.moirai.verify.jvm;

/** Who moves in a run of a JVM program. */
public sealed interface JvmSchedule {
    /** In a random run, one step in this many, on average, may let other threads move before it. */
    int PERIOD = 3;

    /** Every thread goes on as long as it can. */
    record Steady() implements JvmSchedule {}

    /** Switches by chance. */
    record Seeded(long seed) implements JvmSchedule {}

    /** By priorities that change {@code depth - 1} times. */
    record Pct(long seed, int depth) implements JvmSchedule {}

    /** The options that choose it. */
    default String words() {
        return switch (this) {
            case Steady _ -> "without --seed";
            case Seeded(var seed) -> "--seed " + seed;
            case Pct(var seed, var depth) -> "--pct " + seed + (depth == 3 ? "" : " --pct-depth " + depth);
        };
    }
}
