package dev.moirai.bound;

import dev.moirai.analysis.PointsTo;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which functions a call through a pointer can reach: those it points to; where that is not known, those whose address is
 * taken.
 */
final class CallTargets {
    private final Program program;
    private final Set<String> addressTaken = new LinkedHashSet<>();
    private @Nullable PointsTo pointsTo;

    CallTargets(Program program) {
        this.program = program;
        program.globals().values().forEach(global -> global.initial().forEach(initial -> take(initial.value())));
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) {
                if (instr instanceof Instr.Call call && call.callee() instanceof Expr.FunctionAddress) {
                    call.arguments().forEach(this::take);
                } else {
                    Operands.forEachRead(instr, this::take);
                }
            }
        }
    }

    /** The functions that take so many arguments, of those the instruction at this place can call. */
    List<String> at(Origin place, int arguments) {
        Optional<List<String>> known = pointsTo().targets(place.function(), place.index());
        return known.map(List::stream)
                .orElseGet(addressTaken::stream)
                .filter(name -> program.functions().containsKey(name))
                .filter(name -> program.function(name).parameters().size() <= arguments)
                .toList();
    }

    /** Only programs that ask pay for the analysis. */
    PointsTo pointsTo() {
        if (pointsTo == null) pointsTo = PointsTo.of(program);
        return pointsTo;
    }

    private void take(Expr expr) {
        if (expr instanceof Expr.FunctionAddress(var function)) addressTaken.add(function);
        else Operands.forEachChild(expr, this::take);
    }
}
