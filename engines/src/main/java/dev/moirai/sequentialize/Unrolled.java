package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.List;
import java.util.Optional;

/**
 * The sequential program as one function, {@code program.function(program.entry())}: no calls, no backward jumps, each
 * instruction executed at most once. Locals are zero at first.
 *
 * @param deadlockCheck where the final search for a deadlock begins, the body's size if there is none. From there on an
 *     invalid access is no violation but the end of the run: a thread that would make one is not blocked.
 * @param places for each instruction of the body: whose it is
 */
public record Unrolled(SequentialProgram sequential, Program program, int deadlockCheck, List<Optional<Place>> places) {
    /** Instruction {@code index} of the body of thread number {@code thread}, run in {@code round} (from 1). */
    public record Place(int round, int thread, int index) {
        public BoundedPlace bounded() {
            return new BoundedPlace(thread, index);
        }
    }

    public Unrolled {
        places = List.copyOf(places);
    }

    public Function function() {
        return program.function(program.entry());
    }

    public List<Instr> body() {
        return function().body();
    }

    /** A key for the instruction at an index. Its copies in all rounds share it: a thread executes only one of them. */
    public Object site(int index) {
        return places.get(index).<Object>map(Place::bounded).orElse(index);
    }
}
