package dev.moirai.frontend.boogie;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which locals a function may read before it has set them: those live at its beginning. */
final class ReadFirst {
    private ReadFirst() {}

    static Set<Local> of(List<Instr> body) {
        Map<String, Integer> labels = new HashMap<>();
        for (int i = 0; i < body.size(); i++) {
            if (body.get(i) instanceof Instr.Label(var name, var _)) labels.put(name, i);
        }
        List<Set<Local>> live = new ArrayList<>();
        for (int i = 0; i <= body.size(); i++) live.add(new LinkedHashSet<>());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = body.size() - 1; i >= 0; i--) {
                Instr instr = body.get(i);
                var now = new HashSet<Local>();
                for (int next : successors(instr, i, labels)) now.addAll(live.get(next));
                Operands.forEachWritten(instr, now::remove);
                Operands.forEachRead(instr, expr -> Operands.forEachLocal(expr, now::add));
                changed |= live.get(i).addAll(now);
            }
        }
        return live.getFirst();
    }

    private static List<Integer> successors(Instr instr, int at, Map<String, Integer> labels) {
        return switch (instr) {
            case Instr.Goto(var target, var _) -> List.of(labels.get(target));
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                List.of(labels.get(whenTrue), labels.get(whenFalse));
            case Instr.Terminal _ -> List.of();
            default -> List.of(at + 1);
        };
    }
}
