package dev.moirai.property;

/** The schedulers under which a thread is to come to its end. */
public enum Schedulers {
    ALL,
    /** Those that pass no thread over for ever that could move again and again. */
    STRONGLY_FAIR
}
