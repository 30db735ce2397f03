package dev.moirai.jvm.runtime;

import java.io.IOException;

/** The beginning of a controlled run. */
public final class Runs {
    /** The hash codes with which the run begins, and with which the program does. */
    private static final int AFTER_START = 1 << 13;

    private static final int AT_FIRST_METHOD = 1 << 14;

    private Runs() {}

    /** Tells where the report goes, so that a refusal is heard, and where class files are kept. */
    public static void prepare(Options options) {
        Report.to(options.folder().resolve("report"));
        if (options.mode().equals("record")) Log.in(options.folder());
    }

    /** Makes the JDK link code that it links on first use: that takes hash codes, which must be the same in all modes. */
    public static void warmUp() {
        Report.caller();
        Report.caller(frame -> true);
        LockedJdk.isOnStack();
        Token.of(Thread.currentThread());
        Watchdog.warmUp();
        Settling.await();
    }

    /** Loads what hooks of containers need: these are used from everywhere as soon as they are there. */
    public static void seeContainers() {
        ContainerHooks.isCalled(0);
        LockedJdk.areContainersSeen = true;
    }

    /** Makes all ready for the mode that is wanted. */
    public static void open(Options options) throws IOException {
        switch (options.mode()) {
            case "control" -> {}
            case "story" -> {
                RunStory.on = true;
                Identities.numbers = true;
            }
            case "record" -> {
                Identities.numbers = true;
                Log.open();
            }
            default -> throw new IOException("unknown mode " + options.mode());
        }
        new Watchdog(options.watchdog()).start();
    }

    /** The program's first method begins: what the JDK does until then takes sometimes one hash code more. */
    static void enter() {
        if (Report.entered) return;
        Report.entered = true;
        Identities.level(AT_FIRST_METHOD);
    }

    /** From here on the current thread and all that it starts are controlled. */
    public static void begin(Options options) {
        Identities.level(AFTER_START);
        Token.begin(Schedules.of(options.schedule(), options.script(), options.stopsAfterScript()), options.steps());
    }
}
