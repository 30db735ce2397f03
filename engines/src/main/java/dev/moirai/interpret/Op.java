package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import java.util.List;
import java.util.OptionalInt;

/** An instruction ready to run. */
abstract class Op {
    /** Instead of a next position: the step ends before this instruction. */
    static final int STOP = -1;
    /** Instead of a next position: the thread, or the process, has ended. */
    static final int ENDED = -2;

    static final int[] NOWHERE = {};

    enum Readiness {
        READY,
        /** Only a spurious wake-up could make it go on. */
        SPURIOUS,
        BLOCKED
    }

    final Instr instr;
    final boolean visible;
    /** Whether {@link #readiness} is worth asking. */
    final boolean mayWait;

    Op(Instr instr) {
        this.instr = instr;
        this.visible = Visibility.isVisible(instr);
        this.mayWait = Visibility.mayBlock(instr);
    }

    /** Does it, and returns the position after it. */
    abstract int execute(Execution x, int pc);

    /** Where control can go from here in the same function. */
    int[] successors(int pc) {
        return new int[] {pc + 1};
    }

    /** Whether it can be executed now. Changes nothing; what is wrong with it shows when it is executed. */
    Readiness readiness(Execution x) {
        return Readiness.READY;
    }

    /** What the thread waits for, in words, while it is not ready. */
    String waitsFor(Execution x) {
        return "for ever";
    }

    /** The thread without which it cannot go on, while it is not ready, where there is one: who holds the lock, who is joined. */
    OptionalInt waitsOn(Execution x) {
        return OptionalInt.empty();
    }

    /** The memory it would touch now. */
    List<Touch> touches(Execution x) {
        return List.of();
    }
}
