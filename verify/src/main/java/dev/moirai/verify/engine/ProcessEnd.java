package dev.moirai.verify.engine;

import dev.moirai.replay.Folders;

/**
 * The end of the process, which also ends the threads that engines have left behind. {@code Runtime.exit} would ask the
 * system's logger whether to tell of it, and look for loggers in the archive of all classes: a tenth of a short command.
 * So the process is halted, unless there are hooks with something to do.
 */
public final class ProcessEnd {
    private ProcessEnd() {}

    /** If a signal ends the process already, the exit code is that of the signal. */
    public static void with(int exitCode) {
        if (Folders.areMade() || Interruption.isRequested())
            Runtime.getRuntime().exit(exitCode);
        else Runtime.getRuntime().halt(exitCode);
    }
}
