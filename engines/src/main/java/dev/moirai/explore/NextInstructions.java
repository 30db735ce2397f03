package dev.moirai.explore;

import dev.moirai.interpret.State;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.List;
import java.util.Optional;

/** The instruction that a thread executes next. */
final class NextInstructions {
    private final Instr[][] code;

    NextInstructions(Program program) {
        code = program.functions().values().stream()
                .map(Function::body)
                .map(NextInstructions::withoutLabels)
                .toArray(Instr[][]::new);
    }

    /** The instructions indexed as {@link State#position} counts, without labels. */
    static Instr[] withoutLabels(List<Instr> body) {
        return body.stream().filter(instr -> !(instr instanceof Instr.Label)).toArray(Instr[]::new);
    }

    /** Empty for a thread that has not begun or has ended. */
    Optional<Instr> of(State state, int thread) {
        if (state.hasEnded(thread) || state.isNewborn(thread)) return Optional.empty();
        int top = state.depth(thread) - 1;
        return Optional.of(code[state.function(thread, top)][state.position(thread, top)]);
    }

    boolean isAwake(State state, int thread) {
        return of(state, thread).orElse(null) instanceof Instr.Awake;
    }
}
