package dev.moirai.frontend.boogie;

import dev.moirai.ir.Local;
import dev.moirai.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What globals are before something happens, for {@code old}. */
final class OldValues {
    private OldValues() {}

    /** Reads the globals that the expression speaks of by {@code old}. */
    static Map<BoogieSymbol.Global, Local> load(Lowering program, BodyWriter writer, BoogieExpr expr, SourceSpan span) {
        var globals = new LinkedHashSet<BoogieSymbol.Global>();
        collect(expr, program.typing(), globals);
        return load(program, writer, globals, span);
    }

    static Map<BoogieSymbol.Global, Local> load(
            Lowering program, BodyWriter writer, Set<BoogieSymbol.Global> globals, SourceSpan span) {
        var values = new LinkedHashMap<BoogieSymbol.Global, Local>();
        for (BoogieSymbol.Global global : globals) {
            if (program.nodes().isField(global.type()))
                throw NodeTypes.refused("old of a map of type " + global.type(), span);
            var type = program.types().of(global.type(), span);
            values.put(global, writer.load(program.address(global), type, writer.access(), span));
        }
        return values;
    }

    static void collect(BoogieExpr expr, Typing typing, Set<BoogieSymbol.Global> into) {
        Subterms.visit(expr, part -> {
            if (part instanceof BoogieExpr.Old(var operand, var _)) {
                Subterms.visit(operand, inner -> {
                    if (inner instanceof BoogieExpr.Name name
                            && typing.symbol(name) instanceof BoogieSymbol.Global global) {
                        into.add(global);
                    }
                });
            }
        });
    }

    static void collect(List<BoogieStmt> statements, Typing typing, Set<BoogieSymbol.Global> into) {
        for (BoogieStmt statement : statements) {
            switch (statement) {
                case BoogieStmt.Assert s -> collect(s.condition(), typing, into);
                case BoogieStmt.Assume s -> collect(s.condition(), typing, into);
                case BoogieStmt.Assign s -> {
                    s.targets().forEach(target -> collect(target, typing, into));
                    s.values().forEach(value -> collect(value, typing, into));
                }
                case BoogieStmt.Call s -> s.arguments().forEach(argument -> collect(argument, typing, into));
                case BoogieStmt.If s -> {
                    s.condition().ifPresent(condition -> collect(condition, typing, into));
                    collect(s.whenTrue(), typing, into);
                    collect(s.whenFalse(), typing, into);
                }
                case BoogieStmt.While s -> {
                    s.condition().ifPresent(condition -> collect(condition, typing, into));
                    s.invariants().forEach(invariant -> collect(invariant.condition(), typing, into));
                    collect(s.body(), typing, into);
                }
                case BoogieStmt.Atomic s -> collect(s.body(), typing, into);
                case BoogieStmt.Join s -> collect(s.thread(), typing, into);
                case BoogieStmt.Return s -> s.value().ifPresent(value -> collect(value, typing, into));
                case BoogieStmt.Label _,
                        BoogieStmt.Havoc _,
                        BoogieStmt.Break _,
                        BoogieStmt.Goto _,
                        BoogieStmt.Yield _ -> {}
            }
        }
    }
}
