package dev.moirai.interpret;

/** Answers what the program leaves open. */
@FunctionalInterface
public interface Chooser {
    long choose(Choice choice);
}
