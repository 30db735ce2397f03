package dev.moirai.rely.transition;

/** A run of the interpreter does something that the extraction takes for impossible: an error of ours. */
public final class NotSimulatedException extends RuntimeException {
    NotSimulatedException(String what) {
        super(what);
    }
}
