package dev.moirai.verify.engine;

/** The name of an engine on the command line, in reports and in progress messages. */
public record EngineId(String word) {
    @Override
    public String toString() {
        return word;
    }
}
