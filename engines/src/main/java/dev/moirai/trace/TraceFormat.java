package dev.moirai.trace;

import java.nio.charset.StandardCharsets;

/** The constants of the file format that docs/trace-format.md describes. */
final class TraceFormat {
    static final byte[] MAGIC = "MOIRAI-TRACE\n".getBytes(StandardCharsets.US_ASCII);
    static final int VERSION = 1;

    /** A block ends after the record with which it reaches this length. */
    static final int BLOCK = 1 << 12;

    static final int HEADER = 1;
    static final int THREAD = 2;
    static final int OBJECT = 3;
    static final int SITE = 4;
    static final int STEP = 5;
    static final int END = 6;
    /** What a name stands for that is more than a number. */
    static final int VALUE = 7;

    static final int HAS_SYMBOL = 1;
    static final int HAS_BEFORE = 2;
    static final int HAS_DETAIL = 4;
    static final int HAS_THREADS = 8;
    static final int HAS_INPUT_SYMBOLS = 16;
    static final int RANGES_SHIFT = 5;
    static final int MOST_RANGES = 3;
    /** The event has a written value that is not its result. */
    static final int HAS_WRITTEN = 128;
    /** The event is about a map's cell. */
    static final int HAS_KEYS = 256;

    static final int ALL_FLAGS = 511;

    private TraceFormat() {}
}
