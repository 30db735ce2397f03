package dev.moirai.witness;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/**
 * A schedule with what it shows and how its program was read: all that is needed to see it again.
 *
 * @param options how the C file was read, as words of the command line
 * @param violation what happens at its end
 * @param accesses of a broken transaction, the steps (from 0) of its three accesses
 */
public record Witness(Schedule schedule, List<String> options, Optional<Violation> violation, List<Integer> accesses) {
    public Witness {
        options = List.copyOf(options);
        accesses = List.copyOf(accesses);
    }
}
