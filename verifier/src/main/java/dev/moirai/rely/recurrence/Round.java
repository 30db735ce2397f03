package dev.moirai.rely.recurrence;

import dev.moirai.ir.Type;
import java.util.List;

/**
 * One time round a loop, as terms over what it found before: every step of it is taken, in the same order, whenever the
 * {@code guards} hold.
 */
record Round(List<Cell> cells, List<Guard> guards) {
    /**
     * A place whose contents before the round matter to it.
     *
     * @param before a variable
     * @param after what lies there after the round
     * @param value what lay there when the round was run
     */
    record Cell(String name, Type type, int before, int after, long value) {}

    record Guard(int term, int line) {}

    Round {
        cells = List.copyOf(cells);
        guards = List.copyOf(guards);
    }
}
