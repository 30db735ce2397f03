package dev.moirai.interpret;

/** Makes the choices that the program leaves open. */
@FunctionalInterface
public interface Chooser {
    long choose(Choice choice);
}
