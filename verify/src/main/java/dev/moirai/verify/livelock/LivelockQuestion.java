package dev.moirai.verify.livelock;

import dev.moirai.explore.LivenessProperty;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Program;
import java.util.List;
import java.util.Optional;

/**
 * Can the program run for ever so? What every engine of {@code livelock} is asked, and takes of it what concerns it.
 *
 * @param program as it was read
 * @param machine which runs it, a step for every time round a loop that waits
 * @param bounds how far the symbolic engine looks; without them, further and further
 */
record LivelockQuestion(
        Program program,
        Machine machine,
        LivenessProperty liveness,
        Optional<List<LassoBounds>> bounds,
        long maxStates,
        String solver) {}
