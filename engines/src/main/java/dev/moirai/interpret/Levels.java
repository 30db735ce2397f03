package dev.moirai.interpret;

import dev.moirai.analysis.RisingValues;
import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** States taken apart: what they hold of {@link RisingValues}, and all the rest. */
public final class Levels {
    private final List<Cell> cells = new ArrayList<>();
    /** For each function and slot: how its values count, or 0 if they belong to the rest. */
    private final int[][] slots;

    private record Cell(long address, Scalar type) {}

    /**
     * A state taken apart.
     *
     * @param rest equal for states that differ in levels only
     * @param levels of two states with the same rest, that with the higher ones is the worse
     */
    public record Split(Fingerprint rest, long[] levels) {
        public boolean isAtLeast(Split other) {
            for (int i = 0; i < levels.length; i++) if (levels[i] < other.levels[i]) return false;
            return true;
        }
    }

    public Levels(Machine machine, RisingValues values) {
        CompiledProgram program = machine.compiled();
        Program source = program.program();
        for (String name : values.globals()) {
            Global global = source.global(name);
            cells.add(new Cell(program.globalAddress(name), program.scalar(global.type())));
        }
        slots = new int[source.functions().size()][];
        source.functions().forEach((name, function) -> {
            CompiledFunction compiled = program.function(name);
            int[] counts = new int[compiled.slotCount];
            function.locals()
                    .forEach(local -> counts[compiled.slot(local)] = switch (values.drift(name, local)) {
                        case NONE -> 0;
                        case UP -> 1;
                        case DOWN -> -1;
                        case ANY -> throw new IllegalStateException("neither rises nor falls: " + local.name());
                    });
            slots[compiled.index] = counts;
        });
    }

    public Split of(State state) {
        State rest = state.fork();
        var levels = LongStream.builder();
        for (Cell cell : cells) {
            MemObject object = rest.memory.find(cell.address);
            if (object == null) throw new IllegalStateException("a global is gone");
            levels.add(cell.type.canonical(object.get(0, cell.type.bytes)));
            rest.memory.own(object).put(0, cell.type.bytes, 0);
        }
        for (int number = 0; number < rest.threadCount(); number++) {
            ThreadState thread = rest.own(number);
            thread.forEachLiveLocal((function, slot, at) -> {
                int count = slots[function.index][slot];
                if (count == 0) return;
                levels.add(count * thread.slots[at]);
                thread.slots[at] = 0;
            });
        }
        return new Split(rest.fingerprint(), levels.build().toArray());
    }
}
