package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import dev.moirai.ir.Visibility;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds a visible step to loops that wait for something no other thread does, {@code while (1);} or {@code while
 * (!flag);} with a flag that nobody sets. Searches for endless runs need it: with a {@link Instr.Yield} at the loop's
 * head, every iteration is a step that leads back to where it began. Only loops that carry nothing but constants in
 * their locals from one iteration to the next are changed, so counting loops stay as they are.
 */
public final class VisibleWaits implements Pass {
    @Override
    public String name() {
        return "visible-waits";
    }

    @Override
    public Program apply(Program program) {
        Set<String> quiet = quiet(program);
        return program.mapFunctions(function -> apply(function, quiet));
    }

    /** The functions that make no visible step, directly or in the functions they call. */
    private static Set<String> quiet(Program program) {
        var quiet = new HashSet<>(program.functions().keySet());
        boolean changed = true;
        while (changed) {
            changed = quiet.removeIf(
                    name -> program.function(name).body().stream().anyMatch(instr -> !isQuiet(instr, quiet)));
        }
        return quiet;
    }

    private static boolean isQuiet(Instr instr, Set<String> quiet) {
        if (instr instanceof Instr.Call(var _, var callee, var _, var _)) {
            return callee instanceof Expr.FunctionAddress(var name) && quiet.contains(name);
        }
        return !Visibility.isVisible(instr);
    }

    private static Function apply(Function function, Set<String> quiet) {
        List<Instr> body = function.body();
        var labels = new HashMap<String, Integer>();
        for (int i = 0; i < body.size(); i++)
            if (body.get(i) instanceof Instr.Label(var name, var _)) labels.put(name, i);
        var heads = new BitSet();
        for (int i = 0; i < body.size(); i++) {
            for (int target : targets(body.get(i), labels))
                if (target <= i && waits(function, target, i, quiet)) heads.set(target);
        }
        if (heads.isEmpty()) return function;
        var longer = new ArrayList<Instr>();
        for (int i = 0; i < body.size(); i++) {
            longer.add(body.get(i));
            if (heads.get(i)) longer.add(new Instr.Yield(span(body, i)));
        }
        return function.withBody(longer);
    }

    private static dev.moirai.source.SourceSpan span(List<Instr> body, int head) {
        return body.get(Math.min(head + 1, body.size() - 1)).span();
    }

    private static List<Integer> targets(Instr instr, Map<String, Integer> labels) {
        return switch (instr) {
            case Instr.Goto(var target, var _) -> List.of(labels.getOrDefault(target, Integer.MAX_VALUE));
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                List.of(
                        labels.getOrDefault(whenTrue, Integer.MAX_VALUE),
                        labels.getOrDefault(whenFalse, Integer.MAX_VALUE));
            default -> List.of();
        };
    }

    private static boolean waits(Function function, int first, int last, Set<String> quiet) {
        Set<Local> changed = new HashSet<>();
        for (Instr instr : function.body().subList(first, last + 1)) {
            if (!isQuiet(instr, quiet)) return false;
            if (!(instr instanceof Instr.Assign(var _, Expr.Constant _, var _))) {
                Operands.forEachWritten(instr, changed::add);
            }
        }
        return new Liveness(function).before(first).stream().noneMatch(changed::contains);
    }
}
