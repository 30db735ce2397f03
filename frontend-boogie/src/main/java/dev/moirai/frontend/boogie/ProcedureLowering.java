package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BodyWriter.Section;
import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import dev.moirai.frontend.boogie.Lowering.Ending;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A procedure's implementation as a function of the IR, for calls from inside or outside atomic sections. */
final class ProcedureLowering {
    private final Lowering program;
    private final ProcedureHead procedure;
    private final ProcedureHead.Code code;
    private final Map<String, BoogieType> types;
    private final Ending ending;
    private final BodyWriter writer;
    private final Map<BoogieSymbol, Expr> values = new HashMap<>();
    private final List<Local> parameters = new ArrayList<>();
    private final List<Local> results = new ArrayList<>();
    private final ExprLowering exprs;
    private Optional<Section> atExit = Optional.empty();

    ProcedureLowering(
            Lowering program, ProcedureHead procedure, Map<String, BoogieType> types, Section atEntry, Ending ending) {
        this.types = types;
        this.ending = ending;
        this.program = program;
        this.procedure = procedure;
        code = procedure.code().orElseThrow();
        writer = new BodyWriter(atEntry);
        for (int i = 0; i < code.parameters().size(); i++) {
            Local local = declare(code.parameters().get(i));
            values.put(procedure.parameters().get(i), local);
            parameters.add(local);
        }
        for (int i = 0; i < code.results().size(); i++) {
            Local local = declare(code.results().get(i));
            values.put(procedure.results().get(i), local);
            results.add(local);
        }
        code.locals().forEach(this::declare);
        if (ending == Ending.THREAD) {
            new ThreadNumbers(program, writer, procedure.declaration().span()).keepOwn(parameters);
        }
        boolean cooperative = program.options().switching() == BoogieOptions.Switching.COOPERATIVE;
        if (ending == Ending.THREAD && cooperative)
            writer.beginSection(procedure.declaration().span());
        exprs = new ExprLowering(program, writer, oldValues());
    }

    private Local declare(BoogieSymbol.OfProcedure symbol) {
        SourceSpan span = symbol.variable().span();
        program.nodes().allowLocal(symbol.type().substitute(types), span);
        Local local = writer.named(
                symbol.variable().name(), program.types().of(symbol.type().substitute(types), span));
        values.put(symbol, local);
        return local;
    }

    /** Whether a local holds a value of its type. */
    private Expr isProper(Expr local) {
        for (var symbol : values.entrySet()) {
            if (!symbol.getValue().equals(local)) continue;
            BoogieType type = symbol.getKey().type().substitute(types);
            return new Records(exprs, symbol.getKey().variable().span()).isProper(type, local);
        }
        return Expr.TRUE;
    }

    /** What globals are at the beginning, where the contract or the body asks for it. */
    private Map<BoogieSymbol.Global, Local> oldValues() {
        var globals = new LinkedHashSet<BoogieSymbol.Global>();
        for (Spec spec : procedure.declaration().specs()) {
            if (spec instanceof Spec.Ensures ensures) OldValues.collect(ensures.condition(), program.typing(), globals);
        }
        OldValues.collect(code.body().statements(), program.typing(), globals);
        return OldValues.load(program, writer, globals, procedure.declaration().span());
    }

    /** Where the procedure leaves its caller: inside or outside an atomic section. */
    Section sectionAtExit() {
        return atExit.orElse(writer.section());
    }

    Function function(String name) {
        SourceSpan span = procedure.declaration().span();
        Context context = Context.of(values, types);
        for (Spec spec : procedure.declaration().specs()) {
            if (!(spec instanceof Spec.Requires(var condition, var free, var at)) || !free) continue;
            writer.nextStatement();
            new Conditions(exprs).assume(condition, context, at);
        }
        for (BoogieSymbol symbol : code.names().values()) {
            if (symbol.variable().where().isEmpty()) continue;
            writer.nextStatement();
            new Conditions(exprs)
                    .assume(
                            symbol.variable().where().get(),
                            context,
                            symbol.variable().span());
        }
        new StmtLowering(
                        exprs,
                        context,
                        "",
                        (_, at) -> leave(at),
                        () -> leave(code.body().end()))
                .body(code.body().statements());
        writer.freeLocals(Set.copyOf(parameters), program.nodes()::isNode, this::isProper, span);
        Type result = results.isEmpty() || ending == Ending.THREAD
                ? Type.VOID
                : results.getFirst().type();
        return new Function(name, parameters, result, writer.locals(), writer.body(), span);
    }

    private void leave(SourceSpan span) {
        Context context = Context.of(values, types);
        for (Spec spec : procedure.declaration().specs()) {
            if (!(spec instanceof Spec.Ensures(var condition, var free, var at))) continue;
            writer.nextStatement();
            if (free) new Conditions(exprs).assume(condition, context, at);
            else {
                String message = "ensures " + BoogieText.of(condition) + " of " + procedure.name();
                new Conditions(exprs).check(condition, context, message, span);
            }
        }
        if (ending == Ending.THREAD) {
            writer.endSection(span);
            writer.emit(new Instr.Return(Optional.empty(), span));
            writer.ended();
            return;
        }
        for (int i = 1; i < results.size(); i++) {
            Expr address = program.furtherResult(procedure, types, i);
            writer.emit(new Instr.Store(address, results.get(i), Access.PRIVATE, span));
        }
        if (atExit.isPresent() && atExit.get() != writer.section()) {
            throw BoogieError.unsupported(
                    span,
                    "an atomic section that " + procedure.name() + " leaves open on some paths only",
                    "write atomic { ... }");
        }
        atExit = Optional.of(writer.section());
        writer.emit(new Instr.Return(results.isEmpty() ? Optional.empty() : Optional.of(results.getFirst()), span));
        writer.ended();
    }
}
