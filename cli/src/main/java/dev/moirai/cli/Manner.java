package dev.moirai.cli;

import java.util.List;

/** How a reply is shown. */
record Manner(Form form, Detail detail, boolean isWithStatistics) {
    enum Form {
        TEXT,
        JSON
    }

    enum Detail {
        ALL,
        VERDICT_ONLY
    }

    /** For a command line that was perhaps not understood; what stands after {@code --} is the program's. */
    static Manner of(List<String> words) {
        int handedOn = words.indexOf("--");
        var own = handedOn < 0 ? words : words.subList(0, handedOn);
        return new Manner(own.contains("--json") ? Form.JSON : Form.TEXT, Detail.ALL, false);
    }
}
