package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.BitSet;

/**
 * Removes instructions that control cannot reach, and free choices and assignments whose result is never read. So a
 * variable that is declared without a value and set before use costs no choice.
 */
public final class DeadCode implements Pass {
    @Override
    public String name() {
        return "dead-code";
    }

    @Override
    public Program apply(Program program) {
        return program.mapFunctions(DeadCode::without);
    }

    private static Function without(Function function) {
        var flow = new FlowGraph(function);
        BitSet useless = new Liveness(function, flow).useless();
        var kept = new ArrayList<Instr>(function.body().size());
        for (int i = 0; i < function.body().size(); i++) {
            if (flow.isReachable(i) && !useless.get(i)) kept.add(function.body().get(i));
        }
        return kept.size() == function.body().size() ? function : function.withBody(kept);
    }
}
