package dev.moirai.replay.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * How a JVM program is to be run.
 *
 * @param included prefixes of class names; if there are any, only such classes are the program's own
 * @param jdk packages and classes of the JDK's containers that are looked into
 */
public record JvmOrder(
        Mode mode, Pace pace, List<String> included, List<String> excluded, List<String> jdk, Wakeups wakeups) {
    /** How waits end. */
    public enum Wakeups {
        /** For no reason too, as the Java language allows. */
        ANY,
        /** Only by a notification, an interrupt, or the end of their time. */
        CAUSED
    }

    public enum Mode {
        CONTROL,
        /** The report tells the last steps. */
        STORY,
        /** The folder holds a log that can be followed. */
        RECORD
    }

    /** Who moves when. */
    public sealed interface Pace {
        /** Every thread goes on as long as it can. */
        record Steady() implements Pace {}

        /** A switch before one in {@code period} steps, by chance. */
        record Seeded(long seed, int period) implements Pace {}

        /** Everybody in turn, {@code quantum} steps each; the run ends after {@code steps} of all together. */
        record InTurn(int quantum, long steps) implements Pace {}

        /** By priorities that change {@code depth - 1} times among the first {@code length} steps. */
        record Pct(long seed, int depth, long length) implements Pace {}

        /** As a script says; with {@code stops} the run ends after it. */
        record Scripted(List<JvmSegment> script, boolean stops) implements Pace {
            public Scripted {
                script = List.copyOf(script);
            }
        }
    }

    public JvmOrder {
        included = List.copyOf(included);
        excluded = List.copyOf(excluded);
        jdk = List.copyOf(jdk);
    }

    public JvmOrder with(Mode other) {
        return new JvmOrder(other, pace, included, excluded, jdk, wakeups);
    }

    public JvmOrder with(Pace other) {
        return new JvmOrder(mode, other, included, excluded, jdk, wakeups);
    }

    /** The lines of the file {@code options}. */
    List<String> options() {
        var lines = new ArrayList<String>();
        lines.add("mode "
                + switch (mode) {
                    case CONTROL -> "control";
                    case STORY -> "story";
                    case RECORD -> "record";
                });
        lines.add("schedule "
                + switch (pace) {
                    case Pace.Steady _ -> "steady";
                    case Pace.Seeded(var seed, var period) -> "seeded " + seed + " " + period;
                    case Pace.InTurn(var quantum, var _) -> "turns " + quantum;
                    case Pace.Pct(var seed, var depth, var length) -> "pct " + seed + " " + depth + " " + length;
                    case Pace.Scripted _ -> "script";
                });
        if (pace instanceof Pace.Scripted(var _, var stops) && stops) lines.add("after stop");
        if (pace instanceof Pace.InTurn(var _, var steps)) lines.add("steps " + steps);
        if (wakeups == Wakeups.CAUSED) lines.add("wakeups caused");
        for (String prefix : included) lines.add("include " + prefix);
        for (String prefix : excluded) lines.add("exclude " + prefix);
        for (String name : jdk) lines.add("jdk " + name);
        return lines;
    }

    List<String> script() {
        return pace instanceof Pace.Scripted(var script, var _)
                ? script.stream().map(JvmSegment::toString).toList()
                : List.of();
    }
}
