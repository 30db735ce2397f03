package dev.moirai.jvm.runtime;

/** Virtual time: a microsecond a step, and a jump to the next time-out when nobody can move otherwise. */
final class VirtualClock {
    private static final long NANOS_A_STEP = 1000;
    /** When every run begins: a day in November 2023. */
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private static long jumped;

    private VirtualClock() {}

    static long now() {
        return jumped + Token.steps * NANOS_A_STEP;
    }

    static void jumpTo(long nanos) {
        if (nanos > now()) jumped += nanos - now();
    }

    /** The moment so many nanoseconds from now; 0 or less means never. */
    static long after(long nanos) {
        long then = now() + nanos;
        return nanos <= 0 || then < 0 ? Controlled.NEVER : then;
    }

    static long millis() {
        return EPOCH_MILLIS + now() / 1_000_000;
    }

    static long epochNanosOfMilli() {
        return now() % 1_000_000;
    }
}
