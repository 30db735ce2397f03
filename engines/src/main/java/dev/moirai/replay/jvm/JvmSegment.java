package dev.moirai.replay.jvm;

/** So many steps of one thread, which is known by the order in which threads were started. */
public record JvmSegment(int thread, long steps) {
    @Override
    public String toString() {
        return thread + ":" + steps;
    }

    /** Reads what {@link #toString} writes; throws a {@link NumberFormatException} otherwise. */
    public static JvmSegment of(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) throw new NumberFormatException("no segment: " + text);
        return new JvmSegment(Integer.parseInt(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1)));
    }
}
