package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.FunctionModel;
import dev.moirai.frontend.c.library.Library;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A function whose address the program takes without defining the function: its body does what the library's model says
 * or, if assumed pure, returns anything. The address of an unknown function is harmless but a call is not, so the body
 * reports the call.
 */
final class LibraryFunction {
    private final Linker linker;
    private final Definition.Procedure procedure;
    private final Optional<FunctionModel> model;
    private final SourceSpan span;

    LibraryFunction(Linker linker, Definition.Procedure procedure, Optional<FunctionModel> model, SourceSpan span) {
        this.linker = linker;
        this.procedure = procedure;
        this.model = model;
        this.span = span;
    }

    Function translate() {
        var writer = new FunctionWriter(FunctionWriter.Purpose.BODY);
        var unit = new Unit(
                "",
                new Spans("", "", ShortText.whole(new char[0]), linker.headers()),
                new Scopes(),
                PackPragmas.EMPTY,
                Unit.Origin.BUNDLED,
                CFlags.NONE);
        var in = new Translation(linker, unit, unit.scopes(), writer, Optional.empty());
        var parameters = new ArrayList<Local>();
        var arguments = new ArrayList<Operand.Value>();
        if (FunctionBody.isAggregate(procedure.type().result())) {
            parameters.add(writer.named(
                    FunctionBody.RESULT, in.layouts.pointerTo(procedure.type().result())));
        }
        for (CType type : procedure.type().parameters()) {
            // Structs are passed as pointers.
            CType passed = type.isScalar() ? type.plain() : new CType.Pointer(type);
            Local local = writer.named("a" + (arguments.size() + 1), in.ir(passed));
            parameters.add(local);
            arguments.add(new Operand.Value(passed, local));
        }
        if (procedure.type().variadic()) {
            parameters.add(writer.named(FunctionBody.FURTHER_ARGUMENTS, Type.VOID_POINTER));
        }
        CType result = procedure.type().result();
        if (linker.outside().outer(procedure).isPresent()) {
            var outer = linker.outside().outer(procedure).get();
            leave(new RealFunction(in, outer, span).prepared(), in);
        } else if (model.isPresent()
                && Library.isModelled(procedure.sourceName())
                && !procedure.type().variadic()) {
            leave(new LibraryCall(in, procedure.sourceName(), procedure.type(), arguments, span).by(model.get()), in);
        } else if (linker.isReal() && obstacle().isEmpty()) {
            leave(new RealFunction(in, procedure, span).call(arguments), in);
        } else if (linker.isAssumedPure(procedure.sourceName())) {
            leave(in.calls.anything(result, procedure.sourceName(), span), in);
        } else {
            String unknown = model.isPresent()
                    ? " through a pointer"
                    : ", which has no body"
                            + (linker.isReal() ? ", and " + obstacle().orElse("") : "");
            var reason = new CutReason.Construct("call of " + procedure.sourceName() + unknown, span);
            writer.emit(new Instr.Cut(reason, span));
        }
        Type returned = FunctionBody.isAggregate(result) ? Type.VOID : in.ir(result);
        return new Function(
                procedure.name(),
                parameters,
                returned,
                writer.locals(),
                writer.finish(span),
                span,
                Function.Author.LIBRARY,
                writer.libraryLoops());
    }

    /** Why a native run cannot call the function for real; a run that comes there ends. */
    private Optional<String> obstacle() {
        if (procedure.type().variadic()) return Optional.of("its arguments are not known through a pointer");
        return RealFunction.obstacle(procedure.type());
    }

    private void leave(Operand value, Translation in) {
        CType result = procedure.type().result();
        Optional<Expr> returned = !result.isScalar()
                ? Optional.empty()
                : Optional.of(value instanceof Operand.Value(var _, var expr) ? expr : Fold.zero(in.ir(result)));
        in.writer.emit(new Instr.Return(returned, span));
    }
}
