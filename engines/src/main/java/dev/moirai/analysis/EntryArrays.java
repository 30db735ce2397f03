package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes globals of the arrays and other objects that the entry has on its stack, where they are made at most once: outside of
 * loops, and nobody calls the entry. For languages without memory, in which only globals have a place. That such an object's life
 * ends with its block is lost.
 */
public final class EntryArrays implements Pass {
    @Override
    public String name() {
        return "entry-arrays";
    }

    @Override
    public Program apply(Program program) {
        if (isCalled(program)) return program;
        Function entry = program.function(program.entry());
        var globals = new LinkedHashMap<>(program.globals());
        var addresses = new HashMap<Local, Expr>();
        for (int i = 0; i < entry.body().size(); i++) {
            if (!(entry.body().get(i) instanceof Instr.Alloc made) || !isMadeOnce(program, entry, i, made)) continue;
            String name = entry.name() + "." + made.name() + "." + addresses.size();
            globals.put(
                    name,
                    new Global(name, made.type(), List.of(), made.contents(), Global.Storage.SHARED, made.span()));
            addresses.put(made.into(), new Expr.GlobalAddress(name, made.into().type()));
        }
        if (addresses.isEmpty()) return program;
        var functions = new LinkedHashMap<>(program.functions());
        functions.put(entry.name(), entry.withBody(rewritten(entry.body(), addresses)));
        return new Program(
                program.file(),
                program.model(),
                program.layouts(),
                globals,
                functions,
                program.entry(),
                program.threadEpilogue(),
                program.sources());
    }

    /** Whether the entry may be called, or its address be taken. */
    private static boolean isCalled(Program program) {
        var found = new boolean[1];
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) {
                Operands.forEachRead(instr, expr -> found[0] |= names(expr, program.entry()));
            }
        }
        return found[0];
    }

    private static boolean names(Expr expr, String function) {
        if (expr instanceof Expr.FunctionAddress(var name)) return name.equals(function);
        var found = new boolean[1];
        Operands.forEachChild(expr, child -> found[0] |= names(child, function));
        return found[0];
    }

    private static boolean isMadeOnce(Program program, Function entry, int index, Instr.Alloc made) {
        return made.region() == Instr.Region.STACK
                && made.bytes() instanceof Expr.Constant(var _, var bytes)
                && bytes == program.sizes().of(made.type())
                && writes(entry, made.into()) == 1
                && !isInLoop(entry.body(), index);
    }

    private static long writes(Function function, Local local) {
        var count = new long[1];
        for (Instr instr : function.body())
            Operands.forEachWritten(instr, written -> count[0] += written.equals(local) ? 1 : 0);
        return count[0];
    }

    /** Whether some jump leads from behind the instruction to before it. */
    private static boolean isInLoop(List<Instr> body, int index) {
        var before = new HashMap<String, Integer>();
        for (int i = 0; i < index; i++) if (body.get(i) instanceof Instr.Label(var name, var _)) before.put(name, i);
        for (Instr instr : body.subList(index, body.size())) {
            boolean leadsBack = switch (instr) {
                case Instr.Goto(var target, var _) -> before.containsKey(target);
                case Instr.Branch(var _, var one, var other, var _) ->
                    before.containsKey(one) || before.containsKey(other);
                default -> false;
            };
            if (leadsBack) return true;
        }
        return false;
    }

    private static List<Instr> rewritten(List<Instr> body, Map<Local, Expr> addresses) {
        var result = new ArrayList<Instr>();
        for (Instr instr : body) {
            boolean isGone = switch (instr) {
                case Instr.Alloc made -> addresses.containsKey(made.into());
                case Instr.Free(var pointer, var _, var _, var _) ->
                    pointer instanceof Local local && addresses.containsKey(local);
                default -> false;
            };
            if (!isGone) result.add(Rewrite.operands(instr, expr -> replaced(expr, addresses), local -> local));
        }
        return result;
    }

    private static Expr replaced(Expr expr, Map<Local, Expr> addresses) {
        if (expr instanceof Local local)
            return Optional.ofNullable(addresses.get(local)).orElse(expr);
        return Rewrite.children(expr, child -> replaced(child, addresses));
    }
}
