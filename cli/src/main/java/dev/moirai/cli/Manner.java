package dev.moirai.cli;

import dev.moirai.witness.story.Telling;
import java.util.List;

/** How a reply is shown. */
record Manner(Form form, Detail detail, boolean isWithStatistics, Telling telling) {
    /** Everything about a reply that has no statistics and no execution to show. */
    Manner(Form form) {
        this(form, Detail.ALL, false, Telling.FOCUSED);
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
