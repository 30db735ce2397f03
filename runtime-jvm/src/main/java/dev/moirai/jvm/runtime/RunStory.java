package dev.moirai.jvm.runtime;

import org.jspecify.annotations.Nullable;

/** The last steps of a run with what they read and wrote, for people to read. */
final class RunStory {
    private static final int LENGTH = 1 << 14;

    /** Whether steps are kept. */
    static boolean on;

    private static final int[] THREAD = new int[LENGTH];
    private static final int[] KIND = new int[LENGTH];
    private static final int[] SITE = new int[LENGTH];
    private static final int[] INDEX = new int[LENGTH];
    private static final @Nullable String[] OBJECT = new @Nullable String[LENGTH];
    private static final @Nullable String[] VALUE = new @Nullable String[LENGTH];
    private static final @Nullable StackTraceElement[] PLACE = new @Nullable StackTraceElement[LENGTH];
    private static long count;

    private RunStory() {}

    static void step(Controlled thread, int kind, @Nullable Object object, int index, int site) {
        tell(thread, kind, object, index, site, site == HookSites.IN_THE_JDK ? Report.caller() : null);
    }

    /** A wait ends for no reason; the thread itself does nothing yet. */
    static void wakesUp(Controlled thread) {
        StackTraceElement place = Report.caller(thread.thread.getStackTrace());
        tell(thread, HookSites.WAKE, thread.on, -1, HookSites.IN_THE_JDK, place);
    }

    private static void tell(
            Controlled thread,
            int kind,
            @Nullable Object object,
            int index,
            int site,
            @Nullable StackTraceElement place) {
        int at = (int) (count++ & LENGTH - 1);
        THREAD[at] = thread.number;
        KIND[at] = kind;
        SITE[at] = site;
        INDEX[at] = index;
        OBJECT[at] = object == null ? null : Identities.name(object);
        VALUE[at] = null;
        PLACE[at] = place;
    }

    /** The value that the thread's step has read or is about to write. Final fields are read without a step, and are not told. */
    static void value(Controlled thread, @Nullable Object value) {
        int at = (int) (count - 1 & LENGTH - 1);
        boolean isAccess = KIND[at] == HookSites.READ || KIND[at] == HookSites.WRITE;
        if (count > 0 && THREAD[at] == thread.number && isAccess && VALUE[at] == null) VALUE[at] = shown(value);
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof String text)
            return '"' + (text.length() > 40 ? text.substring(0, 37) + "..." : text) + '"';
        if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return value.getClass().getName().startsWith("java.lang.") ? value.toString() : Identities.name(value);
        }
        return value instanceof Enum<?> constant ? constant.name() : Identities.name(value);
    }

    /** Tells the steps, oldest first. */
    static void tell(Report report) {
        for (long i = Math.max(0, count - LENGTH); i < count; i++) {
            int at = (int) (i & LENGTH - 1);
            report.step("step", THREAD[at], KIND[at], OBJECT[at], INDEX[at], VALUE[at], SITE[at], PLACE[at]);
        }
    }
}
