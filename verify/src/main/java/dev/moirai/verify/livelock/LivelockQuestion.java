package dev.moirai.verify.livelock;

import dev.moirai.explore.LivenessProperty;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Program;
import java.util.List;
import java.util.Optional;

/**
 * The question to the engines of {@code livelock}; each engine uses the parts that concern it.
 *
 * @param program as it was read
 * @param machine runs the program, with a step for every iteration of a loop that waits
 * @param bounds of the symbolic engine; if absent, they grow
 */
record LivelockQuestion(
        Program program,
        Machine machine,
        LivenessProperty liveness,
        Optional<List<LassoBounds>> bounds,
        long maxStates,
        String solver) {}
