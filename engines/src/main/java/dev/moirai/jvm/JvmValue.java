package dev.moirai.jvm;

/**
 * What a local or an operand holds: its bits, and the symbol that names it where it depends on what was read from shared
 * memory, else 0. A new object has no number before its constructor has begun; all copies of the reference learn it
 * together, so the bits of a {@linkplain #fresh fresh} one can be set once.
 */
final class JvmValue {
    static final JvmValue NULL = new JvmValue(Kind.REFERENCE, 0, 0);
    private static final long NOT_YET = -1;

    private final Kind kind;
    private long bits;
    private final int symbol;
    private boolean forgotten;

    private JvmValue(Kind kind, long bits, int symbol) {
        this.kind = kind;
        this.bits = bits;
        this.symbol = symbol;
    }

    static JvmValue of(Kind kind, long bits) {
        return new JvmValue(kind, bits, 0);
    }

    static JvmValue of(Kind kind, long bits, int symbol) {
        return new JvmValue(kind, bits, symbol);
    }

    static JvmValue ofInt(int value) {
        return new JvmValue(Kind.INT, value, 0);
    }

    /** A reference to an object that is not made yet. */
    static JvmValue fresh() {
        return new JvmValue(Kind.REFERENCE, NOT_YET, 0);
    }

    /** The same, where nobody keeps the reference: then the log does not tell the number. */
    static JvmValue freshForgotten() {
        JvmValue value = fresh();
        value.forgotten = true;
        return value;
    }

    boolean isForgotten() {
        return forgotten;
    }

    Kind kind() {
        return kind;
    }

    long bits() {
        return bits;
    }

    int symbol() {
        return symbol;
    }

    boolean isSymbolic() {
        return symbol != 0;
    }

    boolean isNotMade() {
        return kind == Kind.REFERENCE && bits == NOT_YET;
    }

    void made(long number) {
        bits = number;
    }

    @Override
    public String toString() {
        return bits + (symbol == 0 ? "" : "$" + symbol);
    }
}
