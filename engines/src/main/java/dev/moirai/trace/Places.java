package dev.moirai.trace;

import dev.moirai.interpret.Moment;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sites of a function, created when the run first reaches them, and the positions of its labels. */
final class Places {
    private final InstrSite[] sites;
    private final int[][] slots;
    private final Map<String, Integer> labels = new HashMap<>();

    Places(Function function) {
        int position = 0;
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.Label(var name, var _)) labels.put(name, position);
            else position++;
        }
        sites = new InstrSite[position];
        slots = new int[position][];
    }

    /** The site of the instruction under way. */
    InstrSite meet(Moment moment) {
        int index = moment.index();
        if (sites[index] == null) {
            sites[index] = InstrSite.of(moment.function(), index, moment.instr());
            slots[index] = sites[index].locals().stream().mapToInt(moment::slot).toArray();
        }
        return sites[index];
    }

    /** The slots of the locals that a site reads, in the order of the site. */
    int[] slots(int index) {
        return slots[index];
    }

    @Nullable
    InstrSite met(int index) {
        return sites[index];
    }

    /** Whether a branch has two ways to go, and control has come to the first of them. */
    Optional<Boolean> isTaken(Instr.Branch branch, int next) {
        Integer then = labels.get(branch.whenTrue());
        Integer otherwise = labels.get(branch.whenFalse());
        if (then == null || otherwise == null || then.equals(otherwise)) return Optional.empty();
        return Optional.of(next == then);
    }
}
