package dev.moirai.cli;

import dev.moirai.witness.story.Telling;
import dev.moirai.witness.svcomp.Specification;
import java.util.List;
import java.util.Optional;

/**
 * How a reply is shown.
 *
 * @param specification of the competition, in whose words the result is then told too
 */
record Manner(
        Form form, Detail detail, boolean isWithStatistics, Telling telling, Optional<Specification> specification) {
    /** Everything about a reply that has no statistics and no execution to show. */
    Manner(Form form) {
        this(form, Detail.ALL, false, Telling.FOCUSED, Optional.empty());
    }

    enum Form {
        TEXT,
        JSON
    }

    enum Detail {
        ALL,
        VERDICT_ONLY
    }

    /**
     * Finds out how to reply to a command line that could perhaps not be parsed. Words after {@code --} belong to the
     * program.
     */
    static Manner of(List<String> words) {
        int handedOn = words.indexOf("--");
        var own = handedOn < 0 ? words : words.subList(0, handedOn);
        return new Manner(own.contains("--json") ? Form.JSON : Form.TEXT);
    }
}
