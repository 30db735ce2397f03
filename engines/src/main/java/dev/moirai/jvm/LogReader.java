package dev.moirai.jvm;

/** The bytes of a log, read forwards. A record that the end of the log cuts off counts as not there. */
final class LogReader {
    private static final int TAGGED = 0xC0;
    private static final int LONG_NUMBER = 0xE0;

    private final byte[] log;
    private final Boxes boxes;
    private int at;

    LogReader(byte[] log) {
        this(log, new Boxes());
    }

    LogReader(byte[] log, Boxes boxes) {
        this.log = log;
        this.boxes = boxes;
    }

    int position() {
        return at;
    }

    int length() {
        return log.length;
    }

    /** What comes next. */
    Tag next() {
        if (at >= log.length) return Tag.NOTHING;
        int octet = log[at] & 0xff;
        return octet >= TAGGED && octet < LONG_NUMBER ? Tag.of(octet & 0x1f) : Tag.NUMBER;
    }

    /** Goes past a tag. */
    void skip() {
        at++;
    }

    long number() {
        if (at >= log.length) throw new BrokenOff();
        int octet = log[at] & 0xff;
        if (octet < TAGGED) {
            at++;
            return octet;
        }
        if (octet < LONG_NUMBER) throw new FollowException("a record where a number must be");
        int count = octet - LONG_NUMBER;
        if (count < 1 || count > 8) throw new FollowException("a number of " + count + " bytes");
        if (at + count >= log.length) throw new BrokenOff();
        long value = 0;
        for (int i = 0; i < count; i++) value |= (log[at + 1 + i] & 0xffL) << 8 * i;
        at += count + 1;
        int unused = 64 - 8 * count;
        return value << unused >> unused;
    }

    /** A value that the program has got from somewhere. */
    long value(Kind kind) {
        long number = number();
        return kind == Kind.REFERENCE ? boxes.name(number) : number;
    }

    /** Takes the next tag, which must be this one. */
    void expect(Tag tag) {
        if (next() != tag) throw new FollowException("a record " + next() + " where " + tag + " must be");
        skip();
    }

    /** The log ends in the middle of a record: what was read before is used. */
    static final class BrokenOff extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenOff() {
            super("the log breaks off", null, false, false);
        }
    }
}
