package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.schedule.Schedule;
import dev.moirai.trace.RecordedTrace;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges by the interpreter: every step of the order must be the one of the trace, and the last one must fail. */
public final class InterpreterJudge implements Judge {
    /** A run of the interpreter. */
    public record Moves(Machine machine, List<Move> moves) implements Execution {
        public Moves {
            moves = List.copyOf(moves);
        }

        @Override
        public int length() {
            return moves.size();
        }

        @Override
        public Schedule schedule() {
            return Narration.of(machine, moves);
        }
    }

    private final RecordedTrace trace;
    private final Map<Property, Machine> machines = new EnumMap<>(Property.class);

    public InterpreterJudge(Program program, RecordedTrace trace, Set<Property> properties) {
        this.trace = trace;
        for (Property property : properties) machines.put(property, machine(program, property));
    }

    private static Machine machine(Program program, Property property) {
        // An assertion that fails ends the process, whatever is looked for.
        Set<Property> watched = EnumSet.of(Property.ASSERTION, property);
        watched.remove(Property.ATOMICITY);
        return new Machine(program, MachineOptions.DEFAULT.watching(watched));
    }

    @Override
    public Ruling judge(Forecast forecast) {
        Machine machine = machines.get(forecast.property());
        if (machine == null)
            throw new IllegalArgumentException(
                    "not asked for: " + forecast.property().word());
        return Rerun.run(machine, trace, forecast);
    }
}
