package dev.moirai.trace;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instruction of the program: the {@code index}th of its function, labels not counted. {@code locals} are those it
 * reads, in the order a {@link TraceEvent} binds them. Sites of one trace are the same object when they are the same place.
 */
public record InstrSite(String function, int index, Instr instr, List<Local> locals) {
    public InstrSite {
        locals = List.copyOf(locals);
    }

    static InstrSite of(String function, int index, Instr instr) {
        var locals = new LinkedHashSet<Local>();
        Operands.forEachRead(instr, expr -> collect(expr, locals));
        return new InstrSite(function, index, instr, new ArrayList<>(locals));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof InstrSite it && index == it.index && function.equals(it.function);
    }

    @Override
    public int hashCode() {
        return 31 * function.hashCode() + index;
    }

    public SourceSpan span() {
        return instr.span();
    }

    /** Whether a local that the expression reads holds a symbol; {@code symbols} are those of the site's locals. */
    boolean dependsOn(Expr expr, int[] symbols) {
        var used = new LinkedHashSet<Local>();
        collect(expr, used);
        for (int i = 0; i < symbols.length; i++) if (symbols[i] != 0 && used.contains(locals.get(i))) return true;
        return false;
    }

    static void collect(Expr expr, LinkedHashSet<Local> into) {
        switch (expr) {
            case Local local -> into.add(local);
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> {}
            case Expr.Member(var pointer, var _, var _, var _) -> collect(pointer, into);
            case Expr.Index(var pointer, var _, var index, var _) -> {
                collect(pointer, into);
                collect(index, into);
            }
            case Expr.Distance(var left, var right, var _) -> {
                collect(left, into);
                collect(right, into);
            }
            case Expr.Unary(var _, var operand) -> collect(operand, into);
            case Expr.Binary(var _, var left, var right) -> {
                collect(left, into);
                collect(right, into);
            }
            case Expr.Compare(var _, var left, var right) -> {
                collect(left, into);
                collect(right, into);
            }
            case Expr.Cast(var _, var operand) -> collect(operand, into);
            case Expr.Select(var condition, var then, var otherwise) -> {
                collect(condition, into);
                collect(then, into);
                collect(otherwise, into);
            }
            case Expr.Mathematical _ -> Operands.forEachChild(expr, child -> collect(child, into));
        }
    }

    /** The instructions of a function as sites count them. */
    static List<Instr> numbered(Function function) {
        return function.body().stream()
                .filter(instr -> !(instr instanceof Instr.Label))
                .toList();
    }
}
