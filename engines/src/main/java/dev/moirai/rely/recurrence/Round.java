package dev.moirai.rely.recurrence;

import dev.moirai.ir.Type;
import java.util.List;

/**
 * One iteration of a loop, as terms over the contents it found: whenever the {@code guards} hold, all its steps are
 * possible, in the same order.
 */
record Round(List<Cell> cells, List<Guard> guards) {
    /**
     * A place whose contents before the round matter to it.
     *
     * @param before a variable for the contents before the round
     * @param after the contents after the round
     * @param value the contents when the round was run
     */
    record Cell(String name, Type type, int before, int after, long value) {}

    record Guard(int term, int line) {}

    Round {
        cells = List.copyOf(cells);
        guards = List.copyOf(guards);
    }
}
