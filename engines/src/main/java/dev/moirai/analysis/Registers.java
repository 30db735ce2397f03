package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Contents;
import dev.moirai.ir.Instr.Region;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns scalars on the stack that are only loaded and stored as a whole into locals. A variable whose address is taken
 * lies in memory; but {@code atomic_compare_exchange_strong(&top, &old, new)} takes the address of {@code old} only to
 * read and write it.
 *
 * <p>One that may be read before it is written stays in memory, where its value is chosen when it is read and not when it
 * is declared: {@code int x; if (sscanf(text, "%d", &x) == 1) use(x);} needs no choice.
 */
public final class Registers implements Pass {
    @Override
    public String name() {
        return "registers";
    }

    @Override
    public Program apply(Program program) {
        var sizes = new Sizes(program.model(), program.layouts());
        return program.mapFunctions(function -> promoted(function, sizes));
    }

    private static Function promoted(Function function, Sizes sizes) {
        Map<Local, Local> registers = registers(function, sizes);
        if (registers.isEmpty()) return function;
        Function promoted = with(registers, function);
        Set<Local> free = readBeforeWritten(promoted, Set.copyOf(registers.values()));
        if (free.isEmpty()) return promoted;
        registers.values().removeAll(free);
        return registers.isEmpty() ? function : with(registers, function);
    }

    /** Of these locals, those whose first value is a free choice that may matter. */
    private static Set<Local> readBeforeWritten(Function function, Set<Local> registers) {
        var free = new HashSet<Local>();
        BitSet useless = new Liveness(function).useless();
        for (int i = 0; i < function.body().size(); i++) {
            if (function.body().get(i) instanceof Instr.Nondet(var into, Source.Unwritten _, var _)
                    && registers.contains(into)
                    && !useless.get(i)) {
                free.add(into);
            }
        }
        return free;
    }

    private static Function with(Map<Local, Local> registers, Function function) {
        var body = new ArrayList<Instr>(function.body().size());
        for (Instr instr : function.body()) body.addAll(rewritten(instr, registers));
        var locals = new ArrayList<>(function.locals());
        locals.removeAll(registers.keySet());
        locals.addAll(registers.values());
        return function.with(locals, body, function.libraryLoops());
    }

    private static List<Instr> rewritten(Instr instr, Map<Local, Local> registers) {
        return switch (instr) {
            case Instr.Alloc(var into, var _, var _, var _, var contents, var name, var span)
            when registers.get(into) instanceof Local register ->
                List.of(
                        contents == Contents.ZERO
                                ? new Instr.Assign(register, zero(register.type()), span)
                                : new Instr.Nondet(register, new Source.Unwritten(name), span));
            case Instr.Load(var into, var address, var _, var span)
            when address instanceof Local pointer && registers.get(pointer) instanceof Local register ->
                List.of(new Instr.Assign(into, register, span));
            case Instr.Store(var address, var value, var _, var span)
            when address instanceof Local pointer && registers.get(pointer) instanceof Local register ->
                List.of(new Instr.Assign(register, value, span));
            case Instr.Free(var pointer, var _, var _, var _)
            when pointer instanceof Local freed && registers.containsKey(freed) -> List.of();
            default -> List.of(instr);
        };
    }

    private static Expr zero(Type type) {
        return Expr.constant(type, 0);
    }

    // ---- which ones ----------------------------------------------------------------------------------------------

    /** For each pointer to an object that can be a local: that local. */
    private static Map<Local, Local> registers(Function function, Sizes sizes) {
        var types = new HashMap<Local, Type>();
        var names = new HashMap<Local, String>();
        var lost = new HashSet<Local>(function.parameters());
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.Alloc alloc && isOnStack(alloc)) {
                names.put(alloc.into(), alloc.name());
            } else {
                Operands.forEachWritten(instr, lost::add);
            }
        }
        for (Instr instr : function.body()) {
            switch (instr) {
                case Instr.Load(var into, Local pointer, var _, var _) -> use(pointer, into.type(), types, lost);
                case Instr.Store(Local pointer, var value, var _, var _) -> {
                    use(pointer, value.type(), types, lost);
                    Operands.forEachLocal(value, lost::add);
                }
                case Instr.Free(Local _, var region, var _, var _) when region == Region.STACK -> {}
                default -> Operands.forEachRead(instr, read -> Operands.forEachLocal(read, lost::add));
            }
        }
        for (Instr instr : function.body()) {
            if (!(instr instanceof Instr.Alloc alloc)) continue;
            Type type = types.get(alloc.into());
            boolean whole =
                    type != null && alloc.bytes() instanceof Expr.Constant(var _, var bytes) && bytes == sizes.of(type);
            if (!whole) lost.add(alloc.into());
        }
        var taken = new HashSet<String>();
        for (Local local : function.locals()) taken.add(local.name());
        var registers = new HashMap<Local, Local>();
        for (Local local : function.locals()) {
            String name = names.get(local);
            Type type = types.get(local);
            if (name != null && type != null && !lost.contains(local)) {
                registers.put(local, new Local(fresh(name, taken), type));
            }
        }
        return registers;
    }

    private static boolean isOnStack(Instr.Alloc alloc) {
        return alloc.region() == Region.STACK;
    }

    private static void use(Local pointer, Type type, Map<Local, Type> types, Set<Local> lost) {
        Type earlier = types.putIfAbsent(pointer, type);
        if (earlier != null && !earlier.equals(type)) lost.add(pointer);
    }

    private static String fresh(String name, Set<String> taken) {
        String candidate = name;
        for (int number = 2; !taken.add(candidate); number++) candidate = name + "@" + number;
        return candidate;
    }
}
