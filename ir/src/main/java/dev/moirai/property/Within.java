package dev.moirai.property;

import java.util.List;
import java.util.Optional;

/**
 * How far a search that found no violation went.
 *
 * @param limits the limits that cut something off, each as it is printed ({@code unwind=2})
 * @param unreached what no run within the limits reaches: {@code 2 of 2 threads never started}
 * @param stopped why the search stopped, unless it went as far as the user asked
 */
public record Within(List<String> limits, List<String> unreached, Optional<Stopped> stopped) {
    /**
     * @param why the reason, such as {@code time is up}
     * @param unfinished the limits that were being tried
     */
    public record Stopped(String why, String unfinished) {
        public static final String TIME_IS_UP = "time is up";

        String words() {
            return why + (unfinished.isEmpty() ? "" : "; " + unfinished + " not finished");
        }
    }

    /** Everything within the limits was searched and reached. */
    public Within(List<String> limits) {
        this(limits, List.of(), Optional.empty());
    }

    public Within {
        limits = List.copyOf(limits);
        unreached = List.copyOf(unreached);
        if (limits.isEmpty()) throw new IllegalArgumentException("what nothing limits holds");
    }

    /** The words that follow {@code HOLDS WITHIN} in the line of the verdict. */
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
