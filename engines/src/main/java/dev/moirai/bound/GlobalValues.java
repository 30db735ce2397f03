package dev.moirai.bound;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values of global integers that are known while a thread's code is unrolled, so that {@code for (i = 0; i < workers; i++)} is a loop
 * that counts to a constant although {@code workers} is a variable that some other way through the program writes.
 *
 * <p>Only reads that are marked private are answered: no other thread changes the variable meanwhile. So main knows what a
 * variable holds from its first value and from its own stores on the way; other threads know only what nobody ever writes.
 */
final class GlobalValues {
    private final CallTargets targets;
    /** The first values of the integers that are read privately somewhere. */
    private final Map<String, Expr> first = new HashMap<>();

    private final Set<String> stored = new HashSet<>();
    /** The globals whose address is used otherwise than by a load or a store: somebody may write them through a pointer. */
    private final Set<String> exposed = new HashSet<>();

    GlobalValues(Program program, CallTargets targets) {
        this.targets = targets;
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) if (isPrivateRead(instr)) addFirst(program, (Instr.Load) instr);
        }
        if (first.isEmpty()) return;
        program.globals().values().forEach(global -> global.initial().forEach(initial -> expose(initial.value())));
        for (Function function : program.functions().values()) for (Instr instr : function.body()) note(instr);
    }

    private static boolean isPrivateRead(Instr instr) {
        return instr instanceof Instr.Load load
                && !load.access().isShared()
                && load.address() instanceof Expr.GlobalAddress;
    }

    private void addFirst(Program program, Instr.Load load) {
        Global global = program.globals().get(((Expr.GlobalAddress) load.address()).global());
        if (global == null || global.storage() == Global.Storage.THREAD_LOCAL) return;
        if (global.contents() == Instr.Contents.FREE) return;
        if (!(global.type() instanceof Type.Int) || global.initial().size() > 1) return;
        Expr value = global.initial().isEmpty()
                ? Expr.constant(global.type(), 0)
                : global.initial().getFirst().value();
        if (value instanceof Expr.Constant && value.type().equals(global.type())) first.put(global.name(), value);
    }

    private void note(Instr instr) {
        switch (instr) {
            case Instr.Load load when load.address() instanceof Expr.GlobalAddress -> {}
            case Instr.Store store
            when store.address() instanceof Expr.GlobalAddress(var name, var _) -> {
                stored.add(name);
                expose(store.value());
            }
            default -> Operands.forEachRead(instr, this::expose);
        }
    }

    private void expose(Expr expr) {
        if (expr instanceof Expr.GlobalAddress(var name, var _)) exposed.add(name);
        else Operands.forEachChild(expr, this::expose);
    }

    /** What a thread knows when it starts. */
    Map<String, Expr> atStart(Bounding.Request thread) {
        if (thread.spawned().isEmpty()) return Map.copyOf(first);
        var never = new HashMap<>(first);
        never.keySet().removeAll(stored);
        never.keySet().removeAll(exposed);
        return Map.copyOf(never);
    }

    /** The value that a load reads, if it is known. */
    static Optional<Expr> read(Instr.Load load, Expr address, Constants known) {
        if (load.access().isShared() || !(address instanceof Expr.GlobalAddress(var name, var _))) {
            return Optional.empty();
        }
        return known.global(name)
                .filter(value -> value.type().equals(load.into().type()));
    }

    /**
     * Takes note of an instruction that may write memory.
     *
     * @param instr as the thread executes it
     * @param from the instruction of the program that it is a copy of
     */
    void written(Instr instr, Origin from, Constants known) {
        switch (instr) {
            case Instr.Store(var address, var value, var _, var _)
            when address instanceof Expr.GlobalAddress(var name, var _) -> known.setGlobal(name, value);
            case Instr.Store _, Instr.Rmw _, Instr.CompareExchange _, Instr.OnObject _ -> {
                if (known.globals().stream().noneMatch(exposed::contains)) return;
                forget(targets.pointsTo().pointees(from.function(), from.index()), known);
                if (instr instanceof Instr.Wait)
                    forget(targets.pointsTo().secondPointees(from.function(), from.index()), known);
            }
            default -> {}
        }
    }

    private void forget(Optional<List<AbstractObject>> pointees, Constants known) {
        if (pointees.isEmpty()) {
            exposed.forEach(known::forgetGlobal);
            return;
        }
        for (AbstractObject object : pointees.get()) {
            switch (object) {
                case AbstractObject.Variable(var global) -> known.forgetGlobal(global.name());
                case AbstractObject.Unknown _ -> exposed.forEach(known::forgetGlobal);
                case AbstractObject.Allocated _, AbstractObject.Code _ -> {}
            }
        }
    }
}
