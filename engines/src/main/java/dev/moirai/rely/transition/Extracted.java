package dev.moirai.rely.transition;

import dev.moirai.ir.Program;
import java.util.List;

/**
 * A transition system, and what its locations and variables are in the program. {@code instances} and {@code extractions}
 * are in the order of the system's threads.
 */
record Extracted(
        Program program,
        TransitionSystem system,
        List<Instance> instances,
        List<ThreadExtraction> extractions,
        Variables variables,
        Objects objects,
        PointerPlaces places) {}
