package dev.moirai.trace;

import java.util.List;

/**
 * A recorded run.
 *
 * @param threads names by number, main first
 * @param objects what the user calls each object, by number
 * @param ending how the run ended, in words
 */
public record RecordedTrace(
        Header header, List<String> threads, List<String> objects, List<RecordedStep> steps, Ending ending) {
    public enum Ending {
        /** The program ended. */
        ENDED,
        /** The last step ran into a violation. */
        FAILED,
        /** Stopped by a limit or an assumption: the trace is the beginning of a run. */
        STOPPED,
        /** Every thread waits. */
        STUCK,
        /** The file breaks off: the trace is the beginning of a run. */
        PARTIAL
    }

    /**
     * Where a trace comes from.
     *
     * @param file the C file, or the recorded run of a JVM program
     * @param options how it was read, as words of the command line; of a JVM program, the command that runs it
     * @param fingerprint of the program as the engines get it, or of the class files; a trace fits only that program
     */
    public record Header(String file, List<String> options, String fingerprint) {
        public Header {
            options = List.copyOf(options);
        }
    }
}
