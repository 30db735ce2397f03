package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import dev.moirai.property.Violation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An instruction ready to run. */
abstract class Op {
    /** Returned in place of the next position: the step ends before this instruction. */
    static final int STOP = -1;
    /** Returned in place of the next position: the thread or the process has ended. */
    static final int ENDED = -2;

    static final int[] NOWHERE = {};

    enum Readiness {
        READY,
        /** The thread can go on only by a spurious wake-up. */
        SPURIOUS,
        BLOCKED
    }

    final Instr instr;
    final boolean visible;
    /** Whether {@link #readiness} can be anything but ready. */
    final boolean mayWait;

    Op(Instr instr) {
        this(instr, Visibility.mayBlock(instr));
    }

    Op(Instr instr, boolean mayWait) {
        this.instr = instr;
        this.visible = Visibility.isVisible(instr);
        this.mayWait = mayWait;
    }

    /** Executes the instruction and returns the next position. */
    abstract int execute(Execution x, int pc);

    /** The positions in the same function to which control can go from here. */
    int[] successors(int pc) {
        return new int[] {pc + 1};
    }

    /**
     * Whether the instruction can be executed now. Changes nothing; a faulty instruction is ready, and its execution
     * reports the fault.
     */
    Readiness readiness(Execution x) {
        return Readiness.READY;
    }

    /** What the thread waits for, in words, while it is not ready. */
    String waitsFor(Execution x) {
        return "for ever";
    }

    /** The same as data, where it is a lock that another thread holds, or a signal. */
    Optional<Violation.Awaited> awaited(Execution x) {
        return Optional.empty();
    }

    /**
     * While the instruction is not ready: the one thread it waits for, if there is one (the holder of the lock, the
     * thread that is joined).
     */
    OptionalInt waitsOn(Execution x) {
        return OptionalInt.empty();
    }

    /** The thread that the instruction joins or detaches, if there is one. */
    OptionalInt handles(Execution x) {
        return OptionalInt.empty();
    }

    /** What else it reads to find out whether it can be executed now. */
    List<Touch> waitsOnMemory(Execution x) {
        return List.of();
    }

    /** The memory that the instruction would touch if it were executed now. */
    List<Touch> touches(Execution x) {
        return List.of();
    }
}
