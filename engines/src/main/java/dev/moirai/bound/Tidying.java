package dev.moirai.bound;

import dev.moirai.ir.Definedness;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Drops what expansion leaves behind: values nobody reads, jumps to the next instruction, labels nobody jumps to. A value
 * that C may not define stays: to compute it can end the run.
 */
final class Tidying {
    private Tidying() {}

    static Code tidy(Code code, BoundOptions.Values values) {
        return withoutIdleJumps(
                switch (values) {
                    case NEEDED -> withoutDeadValues(code);
                    case ALL -> code;
                });
    }

    /** All jumps go forward, so one walk from the end sees every reader before the writer. */
    private static Code withoutDeadValues(Code code) {
        var drop = new BitSet();
        var liveAtLabel = new HashMap<String, Set<Local>>();
        Set<Local> live = new HashSet<>();
        for (int i = code.size() - 1; i >= 0; i--) {
            Instr instr = code.get(i);
            switch (instr) {
                case Instr.Label(var name, var _) -> liveAtLabel.put(name, new HashSet<>(live));
                case Instr.Goto(var target, var _) -> live = new HashSet<>(at(liveAtLabel, target));
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    live = new HashSet<>(at(liveAtLabel, whenTrue));
                    live.addAll(at(liveAtLabel, whenFalse));
                }
                case Instr.Terminal _ -> live = new HashSet<>();
                default -> {}
            }
            if (instr instanceof Instr.Assign(var into, var value, var _)
                    && !live.contains(into)
                    && !Definedness.mayFail(value)) {
                drop.set(i);
                continue;
            }
            Operands.forEachWritten(instr, live::remove);
            Set<Local> reads = live;
            Operands.forEachRead(instr, expr -> Operands.forEachLocal(expr, reads::add));
        }
        return without(code, drop);
    }

    private static Set<Local> at(Map<String, Set<Local>> liveAtLabel, String label) {
        Set<Local> live = liveAtLabel.get(label);
        if (live == null) throw new IllegalStateException("jump back to " + label);
        return live;
    }

    private static Code withoutIdleJumps(Code code) {
        var drop = new BitSet();
        var used = new HashSet<String>();
        for (int i = code.size() - 1; i >= 0; i--) {
            switch (code.get(i)) {
                case Instr.Goto(var target, var _) -> {
                    if (leadsThere(code, drop, i + 1, target)) drop.set(i);
                    else used.add(target);
                }
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    used.add(whenTrue);
                    used.add(whenFalse);
                }
                default -> {}
            }
        }
        // The thread's end keeps its label, whoever jumps there.
        BoundedThread.endOf(code.instructions()).ifPresent(used::add);
        for (int i = 0; i < code.size(); i++) {
            boolean idle = code.get(i) instanceof Instr.Label(var name, var _) && !used.contains(name);
            if (idle) drop.set(i);
        }
        return without(code, drop);
    }

    /** Only labels stand between here and the target. */
    private static boolean leadsThere(Code code, BitSet drop, int from, String target) {
        for (int i = from; i < code.size(); i++) {
            if (code.get(i) instanceof Instr.Label(var name, var _)) {
                if (name.equals(target)) return true;
            } else if (!drop.get(i)) {
                return false;
            }
        }
        return false;
    }

    private static Code without(Code code, BitSet drop) {
        var kept = new Code();
        for (int i = 0; i < code.size(); i++) {
            if (drop.get(i)) continue;
            Instr instr = code.get(i);
            kept.copy(code, i);
            Operands.forEachWritten(instr, kept::local);
            Operands.forEachRead(instr, expr -> Operands.forEachLocal(expr, kept::local));
        }
        return kept;
    }
}
