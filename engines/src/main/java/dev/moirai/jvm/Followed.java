package dev.moirai.jvm;

import dev.moirai.trace.RecordedTrace;
import java.util.Optional;

/**
 * A recorded run as a trace.
 *
 * @param counts by step of the trace: how many steps its thread has made with it, as scripts count them
 * @param lengths by thread: how many steps it has made in all
 * @param instructions how many were executed
 * @param sharedLocations how many places several threads touch, one of them writing
 * @param difference where the log and the class files differ, if they do: there the trace ends
 * @param approximate why the order of the run is not exactly known, if it is not
 */
public record Followed(
        RecordedTrace trace,
        int[] counts,
        int[] lengths,
        long instructions,
        long sharedLocations,
        Optional<String> difference,
        Optional<String> approximate,
        RunReport report) {}
