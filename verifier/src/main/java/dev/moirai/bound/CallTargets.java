package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which functions a call through a pointer can reach: those whose address is taken and that take as many arguments. */
final class CallTargets {
    private final Program program;
    private final Set<String> addressTaken = new LinkedHashSet<>();

    CallTargets(Program program) {
        this.program = program;
        program.globals().values().forEach(global -> global.initial().forEach(initial -> take(initial.value())));
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) {
                boolean directCall = instr instanceof Instr.Call call && call.callee() instanceof Expr.FunctionAddress;
                if (directCall && instr instanceof Instr.Call call)
                    call.arguments().forEach(this::take);
                else Operands.forEachRead(instr, this::take);
            }
        }
    }

    List<String> withArguments(int count) {
        return addressTaken.stream()
                .filter(name -> program.functions().containsKey(name))
                .filter(name -> program.function(name).parameters().size() == count)
                .toList();
    }

    private void take(Expr expr) {
        if (expr instanceof Expr.FunctionAddress(var function)) addressTaken.add(function);
        else Operands.forEachChild(expr, this::take);
    }
}
