package dev.moirai.property;

import java.util.List;
import java.util.Optional;

/**
 * How far was looked where no violation was found.
 *
 * @param limits what kept the look, each as it is printed ({@code unwind=2}): those that cut something off, no others
 * @param unreached what no run within the limits comes to: {@code 2 of 2 threads never started}
 * @param stopped why it went no further, unless it went as far as it was asked to
 */
public record Within(List<String> limits, List<String> unreached, Optional<Stopped> stopped) {
    /**
     * @param why {@code time is up}
     * @param unfinished the limits that were being tried
     */
    public record Stopped(String why, String unfinished) {
        public static final String TIME_IS_UP = "time is up";

        String words() {
            return why + (unfinished.isEmpty() ? "" : "; " + unfinished + " not finished");
        }
    }

    /** All of it was looked at. */
    public Within(List<String> limits) {
        this(limits, List.of(), Optional.empty());
    }

    public Within {
        limits = List.copyOf(limits);
        unreached = List.copyOf(unreached);
        if (limits.isEmpty()) throw new IllegalArgumentException("what nothing limits holds");
    }

    /** As the verdict's line has it after {@code HOLDS WITHIN}. */
    public String words() {
        return bounds()
                + stopped.map(stop -> " (" + stop.words() + ")").orElse("")
                + (unreached.isEmpty() ? "" : ": " + String.join(", ", unreached));
    }

    /** The limits alone: {@code unwind=2 rounds=3}. */
    public String bounds() {
        return String.join(" ", limits);
    }
}
