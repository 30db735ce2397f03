package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The thread-locals whose address is taken for more than an access: pointers to them may outlive their thread. A local may hold the
 * address, and a function may hand it over, as that of {@code errno} does, if only accesses are made with it.
 */
final class ShownThreadLocals {
    private final Program program;
    private final Set<String> shown = new LinkedHashSet<>();
    /** By function that does nothing but return the address of a thread-local: that thread-local. */
    private final Map<String, String> handing = new HashMap<>();
    /** Of the function that is looked at: the locals that hold addresses of thread-locals. */
    private final Map<Local, String> handed = new HashMap<>();

    private ShownThreadLocals(Program program) {
        this.program = program;
        for (Function function : program.functions().values()) {
            returned(function).ifPresent(name -> handing.put(function.name(), name));
        }
    }

    private Optional<String> returned(Function function) {
        var code = function.body().stream()
                .filter(instr -> !(instr instanceof Instr.Label))
                .toList();
        return code.size() == 1
                        && code.getFirst() instanceof Instr.Return(var value, var _)
                        && value.isPresent()
                        && value.get() instanceof Expr.GlobalAddress(var name, var _)
                        && isThreadLocal(name)
                ? Optional.of(name)
                : Optional.empty();
    }

    private boolean isThreadLocal(String name) {
        Global global = program.globals().get(name);
        return global != null && global.storage() == Global.Storage.THREAD_LOCAL;
    }

    static Set<String> of(Program program) {
        var analysis = new ShownThreadLocals(program);
        boolean any = program.globals().values().stream().anyMatch(g -> g.storage() == Global.Storage.THREAD_LOCAL);
        if (!any) return Set.of();
        for (Function function : program.functions().values()) analysis.read(function);
        return analysis.shown;
    }

    private void read(Function function) {
        if (handing.containsKey(function.name())) return;
        handed.clear();
        for (Instr instr : function.body()) {
            switch (instr) {
                case Instr.Assign(var into, Expr.GlobalAddress(var name, var _), var _)
                when isThreadLocal(name) -> hand(name, into);
                case Instr.Call(var into, Expr.FunctionAddress(var callee), var _, var _)
                when handing.containsKey(callee) -> into.ifPresent(local -> hand(handing.get(callee), local));
                default -> {}
            }
        }
        function.body().forEach(this::read);
    }

    private void hand(String name, Local into) {
        String other = handed.put(into, name);
        if (other != null && !other.equals(name)) shown.add(other);
    }

    private void read(Instr instr) {
        switch (instr) {
            case Instr.Load(var _, var address, var _, var _) -> accessed(address);
            case Instr.Store(var address, var value, var _, var _) -> {
                accessed(address);
                used(value);
            }
            case Instr.Assign(var _, Expr.GlobalAddress _, var _) -> {}
            case Instr.Call(var _, var callee, var arguments, var _) -> {
                if (!(callee instanceof Expr.FunctionAddress)) used(callee);
                arguments.forEach(this::used);
            }
            default -> Operands.forEachRead(instr, this::used);
        }
    }

    private void accessed(Expr address) {
        switch (address) {
            case Expr.GlobalAddress _, Local _ -> {}
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
        switch (expr) {
            case Expr.GlobalAddress(var name, var _) when isThreadLocal(name) -> shown.add(name);
            case Expr.FunctionAddress(var name) when handing.containsKey(name) -> shown.add(handing.get(name));
            case Local local when handed.containsKey(local) -> shown.add(handed.get(local));
            default -> {}
        }
        Operands.forEachChild(expr, this::used);
    }
}
