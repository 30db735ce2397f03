package dev.moirai.jvm;

/** What a record of the log is. Numbers have no tag. */
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
