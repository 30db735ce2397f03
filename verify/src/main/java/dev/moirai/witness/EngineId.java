package dev.moirai.witness;

/**
 * An engine, as answers name it.
 *
 * @param word its name on the command line, in reports and in progress messages
 */
public record EngineId(String word, Way way) {
    /** How an engine works, as far as that says what else to try where it has no answer. */
    public enum Way {
        /** State by state: all of C that runs, but inputs of few values only. */
        STATES,
        /** By formulas: inputs of any value, but not all of C. */
        FORMULAS,
        /** By several engines together, or otherwise. */
        OTHER
    }

    public EngineId(String word) {
        this(word, Way.OTHER);
    }

    @Override
    public String toString() {
        return word;
    }
}
