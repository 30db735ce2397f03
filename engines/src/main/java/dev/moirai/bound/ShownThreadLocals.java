package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import java.util.LinkedHashSet;
import java.util.Set;

/** The thread-locals whose address is taken for more than an access: pointers to them may outlive their thread. */
final class ShownThreadLocals {
    private final Program program;
    private final Set<String> shown = new LinkedHashSet<>();

    private ShownThreadLocals(Program program) {
        this.program = program;
    }

    static Set<String> of(Program program) {
        var analysis = new ShownThreadLocals(program);
        boolean any = program.globals().values().stream().anyMatch(g -> g.storage() == Global.Storage.THREAD_LOCAL);
        if (!any) return Set.of();
        for (Function function : program.functions().values()) function.body().forEach(analysis::read);
        return analysis.shown;
    }

    private void read(Instr instr) {
        switch (instr) {
            case Instr.Load(var _, var address, var _, var _) -> accessed(address);
            case Instr.Store(var address, var value, var _, var _) -> {
                accessed(address);
                used(value);
            }
            default -> Operands.forEachRead(instr, this::used);
        }
    }

    private void accessed(Expr address) {
        switch (address) {
            case Expr.GlobalAddress _ -> {}
            case Expr.Member(var pointer, var _, var _, var _) -> accessed(pointer);
            case Expr.Index(var pointer, var _, var index, var _) -> {
                accessed(pointer);
                used(index);
            }
            case Expr.Cell(var map, var key) -> {
                accessed(map);
                used(key);
            }
            case Expr.Cast(var _, var operand) -> accessed(operand);
            default -> used(address);
        }
    }

    private void used(Expr expr) {
        if (expr instanceof Expr.GlobalAddress(var name, var _)) {
            Global global = program.globals().get(name);
            if (global != null && global.storage() == Global.Storage.THREAD_LOCAL) shown.add(name);
        }
        Operands.forEachChild(expr, this::used);
    }
}
