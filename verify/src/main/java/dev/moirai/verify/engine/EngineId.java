package dev.moirai.verify.engine;

/** Who answers: the word for it on the command line, in reports and in what is told on the way. */
public record EngineId(String word) {
    @Override
    public String toString() {
        return word;
    }
}
