package dev.moirai.jvm;

/** The kinds of records in the log, each known by its first byte. Plain numbers have no tag. */
enum Tag {
    NUMBER,
    ENTER,
    CALLBACK,
    RESULT,
    CAUGHT,
    LOCK,
    UNLOCK,
    WAIT,
    AWAKE,
    SIGNAL,
    SPAWN,
    END,
    JOIN,
    THREAD,
    WRITE,
    YIELD,
    CALL,
    LEFT,
    OUTSIDE,
    /** The log is over. */
    NOTHING;

    static Tag of(int number) {
        if (number <= 0 || number >= NOTHING.ordinal()) throw new FollowException("a record of unknown kind " + number);
        return values()[number];
    }
}
