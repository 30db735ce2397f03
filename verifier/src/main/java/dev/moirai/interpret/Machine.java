package dev.moirai.interpret;

import dev.moirai.ir.Program;
import dev.moirai.property.Violation;
import java.util.Optional;

/** Gives a program its meaning. Holds no state of an execution: one machine serves many threads and searches. */
public final class Machine {
    private final Program program;
    private final MachineOptions options;

    public Machine(Program program, MachineOptions options) {
        this.program = program;
        this.options = options;
    }

    public Program program() {
        return program;
    }

    public MachineOptions options() {
        return options;
    }

    /** Before the first step of main. */
    public State start() {
        throw new UnsupportedOperationException();
    }

    /** The threads that can move, in order of number; also those that could only wake up spuriously. */
    public int[] enabled(State state) {
        throw new UnsupportedOperationException();
    }

    /** What the thread stands before; nothing for one that has ended, is newborn, or was cut amid invisible instructions. */
    public Optional<Pending> pending(State state, int thread) {
        throw new UnsupportedOperationException();
    }

    /** Makes one step of an enabled thread, changing the state; the state is of no more use unless the outcome is Continued. */
    public Outcome step(State state, int thread, Chooser chooser, Observer observer) {
        throw new UnsupportedOperationException();
    }

    /** Whether some thread is blocked and none can move (a spurious wake-up is no move): says who waits for what. */
    public Optional<Violation> deadlock(State state) {
        throw new UnsupportedOperationException();
    }

    /** Whether two threads stand before conflicting accesses. */
    public Optional<Violation> races(State state) {
        throw new UnsupportedOperationException();
    }
}
