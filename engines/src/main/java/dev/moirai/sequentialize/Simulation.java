package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Instr;
import java.util.List;

/**
 * One thread of the sequential program: its text with numbered points at which it can be interrupted. {@code size} is
 * the number of the last point, where nothing is left to do.
 */
public record Simulation(BoundedThread thread, int size, List<Line> lines) {
    public Simulation {
        lines = List.copyOf(lines);
    }

    /** {@code index}: the line's instruction in the thread's body. */
    public sealed interface Line {
        int index();

        /**
         * The paper's {@code J(number, number + 1)}: when this point was passed in an earlier round or lies behind the
         * guessed switch, control hops on to the next point. {@code question} says when the thread may have to wait here.
         */
        record Point(int number, List<Instr> question, int index) implements Line {
            public Point {
                question = List.copyOf(question);
            }

            /** Whether the thread may have to wait here: {@link #question} ends with the {@link Instr.Block} then. */
            public boolean mayBlock() {
                return !question.isEmpty();
            }
        }

        /** The paper's {@code G}: a jump comes in here over other points, none of which may be the guessed switch. */
        record Guard(int atLeast, int index) implements Line {}

        record Code(Instr instr, int index) implements Line {}
    }
}
