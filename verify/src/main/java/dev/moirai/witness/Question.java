package dev.moirai.witness;

import dev.moirai.property.Property;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What was asked.
 *
 * @param file the program it was asked about, as the user names it
 * @param properties what was looked for, if the command takes properties
 */
public record Question(Kind kind, String file, Set<Property> properties) {
    /** The kinds of questions, one for each command that answers. */
    public enum Kind {
        /** Does this run fail? */
        RUN,
        /** Can it fail? */
        CHECK,
        /** Did it nearly fail? */
        PREDICT,
        /** Does it fail again as claimed? */
        REPLAY,
        /** Does one of many runs fail? */
        EXPLORE,
        /** Can it run for ever, fairly, without getting done? */
        LIVELOCK,
        /** Does it always finish? */
        TERMINATES;

        /** The name of the command. */
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
