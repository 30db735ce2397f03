package dev.moirai.witness;

import dev.moirai.property.Property;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What was asked.
 *
 * @param file what it was asked about, as the user calls it
 * @param properties what was looked for, where that is what was asked
 */
public record Question(Kind kind, String file, Set<Property> properties) {
    /** One a command that answers. */
    public enum Kind {
        /** Does this run fail? */
        RUN,
        /** Can it fail? */
        CHECK,
        /** Did it nearly fail? */
        PREDICT,
        /** Does it fail again as claimed? */
        REPLAY,
        /** Can it run for ever, fairly, without getting done? */
        LIVELOCK,
        /** Does it always finish? */
        TERMINATES;

        /** As on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Question {
        properties = properties.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(properties));
    }

    public Question(Kind kind, String file) {
        this(kind, file, Set.of());
    }
}
