package dev.moirai.witness.text;

/** Colours, on terminals that show them. */
public enum Paint {
    PLAIN,
    COLOUR;

    String bold(String text) {
        return painted("1", text);
    }

    String dim(String text) {
        return painted("2", text);
    }

    String alarm(String text) {
        return painted("1;31", text);
    }

    private String painted(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
