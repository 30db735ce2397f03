package dev.moirai.replay;

/** How a native run is to go. */
public record NativeOrder(Pace pace, long maxSteps, Logging logging) {
    /** Who moves when. Free values that nobody gives come from a seed. */
    public sealed interface Pace {
        /** By chance; the same seed gives the same run, as far as the world outside is the same. */
        record Seeded(long seed) implements Pace {}

        /** As the operating system likes, still one at a time. */
        record Free(long seed) implements Pace {}

        record Scripted(NativeLog script) implements Pace {}
    }

    public enum Logging {
        ON,
        OFF
    }

    public static NativeOrder scripted(NativeLog script) {
        return new NativeOrder(new Pace.Scripted(script), Long.MAX_VALUE, Logging.OFF);
    }
}
