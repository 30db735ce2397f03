package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.Model;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Optional;

/** A function that does what a library function does, for programs that take that function's address. */
final class LibraryFunction {
    private final Linker linker;
    private final Definition.Procedure procedure;
    private final Optional<Model> model;
    private final SourceSpan span;

    /** Without a model it has no effect and returns anything. */
    LibraryFunction(Linker linker, Definition.Procedure procedure, Optional<Model> model, SourceSpan span) {
        this.linker = linker;
        this.procedure = procedure;
        this.model = model;
        this.span = span;
    }

    Function translate() {
        var writer = new FunctionWriter(FunctionWriter.Purpose.BODY);
        var unit = new Unit("", new Spans("", ""), new Scopes(), Unit.Origin.BUNDLED);
        var in = new Translation(linker, unit, unit.scopes(), writer, Optional.empty());
        var parameters = new ArrayList<Local>();
        var arguments = new ArrayList<Operand.Value>();
        for (CType type : procedure.type().parameters()) {
            if (!type.isScalar()) throw CError.unsupported(span, "the address of " + procedure.sourceName());
            Local local = writer.named("a" + (parameters.size() + 1), in.ir(type));
            parameters.add(local);
            arguments.add(new Operand.Value(type.plain(), local));
        }
        CType result = procedure.type().result();
        Operand value = model.isPresent()
                ? new LibraryCall(in, procedure.sourceName(), procedure.type(), arguments, span).by(model.get())
                : in.calls.anything(result, procedure.sourceName(), span);
        Optional<Expr> returned = result instanceof CType.Void
                ? Optional.empty()
                : Optional.of(value instanceof Operand.Value(var _, var expr) ? expr : Fold.zero(in.ir(result)));
        writer.emit(new Instr.Return(returned, span));
        return new Function(procedure.name(), parameters, in.ir(result), writer.locals(), writer.finish(span), span);
    }
}
