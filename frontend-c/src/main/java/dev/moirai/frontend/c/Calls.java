package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.FunctionModel;
import dev.moirai.frontend.c.library.Library;
import dev.moirai.frontend.c.wide.Wide;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** Calls: of functions with a body, of library functions by their model, through pointers. */
final class Calls {
    private static final int SLOT = 8;

    private final Translation in;
    private final LanguageBuiltins builtins;

    Calls(Translation in) {
        this.in = in;
        builtins = new LanguageBuiltins(in);
    }

    /** @param pointee what the program will take the returned pointer to point to */
    Operand call(IASTFunctionCallExpression node, Optional<CType> pointee, boolean valueNeeded) {
        IASTExpression callee = node.getFunctionNameExpression();
        while (callee instanceof IASTUnaryExpression unary
                && unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
            callee = unary.getOperand();
        }
        SourceSpan span = in.span(node);
        if (callee instanceof IASTIdExpression id) {
            String name = id.getName().toString();
            Optional<Symbol> symbol = in.scopes.find(name);
            if (symbol.isEmpty() || symbol.get() instanceof Symbol.Code) {
                Optional<Operand> builtin = builtins.call(name, node);
                if (builtin.isPresent()) return builtin.get();
                Optional<Operand> object = in.atomicObjects.call(name, node);
                if (object.isPresent()) return object.get();
                Definition.Procedure procedure = symbol.isPresent()
                        ? ((Symbol.Code) symbol.get()).definition()
                        : in.linker.undeclaredFunction(name);
                return named(procedure, node, pointee, valueNeeded);
            }
        }
        Operand.Value pointer = in.expressions.value(callee);
        if (!(pointer.type() instanceof CType.Pointer(var target)) || !(target.bare() instanceof CType.Function type)) {
            throw new CError(span, "a value of type " + pointer.type() + " is called, which is no function");
        }
        if (pointer.expr() instanceof Expr.FunctionAddress(var name)) {
            return named(in.linker.procedure(name), node, pointee, valueNeeded);
        }
        Expr where = in.writer.settle(pointer.expr(), span);
        return emit(where, type, node.getArguments(), span, valueNeeded);
    }

    /** A function that is called without a declaration but is known. */
    Optional<Symbol> implicit(String name) {
        return in.linker.knownFunction(name).map(Symbol.Code::new);
    }

    /** Where the function is; null if it is weak and nobody defines it. */
    Expr address(Definition.Procedure procedure, SourceSpan span) {
        return in.linker
                .standing(procedure, span)
                .<Expr>map(found -> new Expr.FunctionAddress(found.name()))
                .orElseGet(() -> Fold.zero(in.ir(new CType.Pointer(procedure.type()))));
    }

    private Operand named(
            Definition.Procedure called,
            IASTFunctionCallExpression node,
            Optional<CType> pointee,
            boolean valueNeeded) {
        SourceSpan span = in.span(node);
        Optional<Definition.Procedure> standing = in.linker.standing(called, span);
        if (standing.isEmpty()) {
            Local nowhere = in.writer.temporary(in.ir(new CType.Pointer(called.type())));
            in.writer.emit(new Instr.Assign(nowhere, Fold.zero(nowhere.type()), span));
            return emit(nowhere, called.type(), node.getArguments(), span, valueNeeded);
        }
        Definition.Procedure procedure = standing.get();
        String name = procedure.sourceName();
        Optional<FunctionModel> model = in.linker.model(name);
        if (model.isPresent() && (procedure.body().isEmpty() || in.linker.modelWins(procedure))) {
            return new LibraryCall(in, name, in.linker.declaredType(procedure), node, pointee, valueNeeded)
                    .by(model.get());
        }
        if (in.linker.hasBody(procedure)) {
            in.linker.noteCall(procedure);
            var address = new Expr.FunctionAddress(procedure.name());
            Runnable before = isCancellationPoint(procedure) ? () -> testCancel(span) : () -> {};
            return emit(address, procedure.type(), node.getArguments(), before, span, valueNeeded);
        }
        if (in.linker.isReal() && !in.linker.isAssumedPure(name)) {
            if (in.linker.declaredType(procedure).isEmpty()) return undeclared(procedure, span);
            if (procedure.type().variadic()) return outside(procedure, node.getArguments(), span);
            in.linker.noteCall(procedure);
            return emit(
                    new Expr.FunctionAddress(procedure.name()),
                    procedure.type(),
                    node.getArguments(),
                    span,
                    valueNeeded);
        }
        if (in.linker.isAssumedPure(name)) {
            for (IASTInitializerClause argument : node.getArguments())
                in.expressions.operand((IASTExpression) argument);
            return anything(procedure.type().result(), name, span);
        }
        if (in.writer.isDryRun() || !in.linker.isWhole())
            return unevaluated(procedure.type().result(), span);
        String hint = "use --assume-pure " + name + " if it has no effect and may return anything, or give it a body";
        in.linker
                .diagnostics()
                .add(Diagnostic.error(
                                span,
                                "function " + name + " has no body, and no model of it is known",
                                hint)
                        .because(new Diagnostic.Cause(
                                "functions without a body",
                                name,
                                "--assume-pure * if they have no effect and may return anything, or add the files that"
                                        + " define them")));
        // The rest of the function is looked at all the same, so that everything that is missing is told at once.
        return unevaluated(procedure.type().result(), span);
    }

    /** A function of the real world of which nobody knows what it takes: a run that comes to it ends. */
    private Operand undeclared(Definition.Procedure procedure, SourceSpan span) {
        String what = "call of " + procedure.sourceName() + ", which has no body, and its parameters are not declared";
        in.writer.emit(new Instr.Cut(new CutReason.Construct(what, span), span));
        return unevaluated(procedure.type().result(), span);
    }

    /** A function of the real world with a variable number of arguments. */
    private Operand outside(Definition.Procedure variadic, IASTInitializerClause[] nodes, SourceSpan span) {
        int declared = variadic.type().parameters().size();
        if (nodes.length < declared) throw new CError(span, "too few arguments");
        var arguments = new ArrayList<Expr>();
        var further = new ArrayList<CType>();
        for (int i = 0; i < nodes.length; i++) {
            if (i < declared) {
                arguments.add(argument(nodes[i], variadic.type().parameters().get(i)));
                continue;
            }
            Operand.Value value = in.conversions.argument(in.expressions.value(nodes[i]));
            arguments.add(value.expr());
            further.add(value.type());
        }
        Definition.Procedure procedure = in.linker.outside().with(variadic, further, in.linker);
        in.linker.noteCall(procedure);
        CType result = procedure.type().result();
        var callee = new Expr.FunctionAddress(procedure.name());
        if (result instanceof CType.Void) {
            in.writer.emit(new Instr.Call(Optional.empty(), callee, arguments, span));
            return LValues.nothing();
        }
        Local local = in.writer.temporary(in.ir(result));
        in.writer.emit(new Instr.Call(Optional.of(local), callee, arguments, span));
        return new Operand.Value(result.plain(), local);
    }

    private Operand unevaluated(CType type, SourceSpan span) {
        if (FunctionBody.isAggregate(type)) return in.expressions.hidden(type, "unevaluated", span);
        return type instanceof CType.Void
                ? LValues.nothing()
                : new Operand.Value(type.plain(), in.writer.temporary(in.ir(type)));
    }

    Operand anything(CType type, String source, SourceSpan span) {
        if (type instanceof CType.Void) return LValues.nothing();
        if (FunctionBody.isAggregate(type)) return in.expressions.hidden(type, source, span);
        return new Operand.Value(type.plain(), anyValue(type, source, span));
    }

    /** A free value of the type; a {@code _Bool} is only 0 or 1. */
    Expr anyValue(CType type, String words, SourceSpan span) {
        return anyValue(type, new Source.Anything(words), span);
    }

    /** A free value of the type; a {@code _Bool} is only 0 or 1. */
    Expr anyValue(CType type, Source source, SourceSpan span) {
        Local local = in.writer.temporary(type.plain().equals(CType.BOOL) ? Type.BOOL : in.ir(type));
        in.writer.emit(new Instr.Nondet(local, source, span));
        return in.conversions.expr(type, local);
    }

    /** Whether the user calls a function of the library, written in C, in which a request ends the thread. */
    private boolean isCancellationPoint(Definition.Procedure procedure) {
        return in.linker.control().cancelsThreads()
                && in.unit.origin() != Unit.Origin.BUNDLED
                && Library.isCancellationPoint(procedure.sourceName())
                && procedure.body().orElseThrow().unit().origin() == Unit.Origin.BUNDLED;
    }

    private void testCancel(SourceSpan span) {
        var test = new Expr.FunctionAddress(
                in.linker.bundledFunction("__moirai_testcancel").name());
        in.writer.emit(new Instr.Call(Optional.empty(), test, List.of(), span));
    }

    // ---- calls of functions ---------------------------------------------------------------------------------------

    private Operand emit(
            Expr callee, CType.Function type, IASTInitializerClause[] nodes, SourceSpan span, boolean valueNeeded) {
        return emit(callee, type, nodes, () -> {}, span, valueNeeded);
    }

    /** @param before what is done between the evaluation of the arguments and the call */
    private Operand emit(
            Expr callee,
            CType.Function type,
            IASTInitializerClause[] nodes,
            Runnable before,
            SourceSpan span,
            boolean valueNeeded) {
        var arguments = new ArrayList<Expr>();
        CType result = type.result();
        Operand.Memory place = null;
        if (FunctionBody.isAggregate(result)) {
            place = in.expressions.hidden(result, "returned", span);
            arguments.add(place.address());
        }
        List<CType> parameters = type.parameters();
        if (type.prototyped() && nodes.length < parameters.size()) throw new CError(span, "too few arguments");
        if (type.prototyped() && !type.variadic() && nodes.length > parameters.size()) {
            throw new CError(span, "too many arguments");
        }
        var further = new ArrayList<Operand>();
        boolean parametersKnown = type.prototyped() || callee instanceof Expr.FunctionAddress;
        for (int i = 0; i < nodes.length; i++) {
            if (i < parameters.size()) {
                arguments.add(argument(nodes[i], parameters.get(i)));
            } else if (!parametersKnown) {
                Operand operand = operand(nodes[i]);
                arguments.add(
                        operand instanceof Operand.Memory(var _, var address)
                                ? address
                                : in.conversions
                                        .argument(in.places.read(operand, span))
                                        .expr());
            } else {
                further.add(promoted(nodes[i]));
            }
        }
        for (int i = nodes.length; i < parameters.size(); i++) {
            arguments.add(anyValue(parameters.get(i), "missing argument", span));
        }
        if (type.variadic()) arguments.add(inSlots(further, span));
        before.run();
        if (place != null || result instanceof CType.Void || !valueNeeded) {
            in.writer.emit(new Instr.Call(Optional.empty(), callee, arguments, span));
            return place != null ? place : LValues.nothing();
        }
        Local local = in.writer.temporary(in.ir(result));
        in.writer.emit(new Instr.Call(Optional.of(local), callee, arguments, span));
        return new Operand.Value(result.plain(), local);
    }

    private Operand operand(IASTInitializerClause node) {
        if (!(node instanceof IASTExpression expression)) throw new CError(in.span(node), "braces as an argument");
        Operand operand = in.atomicObjects.value(in.expressions.operand(expression), in.span(node));
        return FunctionBody.isAggregate(operand.type()) ? operand : in.places.read(operand, in.span(node));
    }

    /** An argument without a declared parameter: a struct is its place. */
    private Operand promoted(IASTInitializerClause node) {
        Operand operand = operand(node);
        return operand instanceof Operand.Value value ? in.conversions.argument(value) : operand;
    }

    private Expr argument(IASTInitializerClause node, CType type) {
        SourceSpan span = in.span(node);
        if (FunctionBody.isAggregate(type)) {
            Operand operand = operand(node);
            if (operand instanceof Operand.Memory(var given, var address)) {
                if (in.ir(given).equals(in.ir(type))) return address;
                if (isTheLibrarys(type, given) || in.vectors.areAlike(type, given))
                    return in.fold.cast(new Type.Pointer(in.ir(type)), address);
            }
            throw new CError(span, "an argument of type " + operand.type() + " where " + type + " is expected");
        }
        return in.conversions
                .assigned(type, in.expressions.value(node, type), span)
                .expr();
    }

    /** Whether a bundled file declares, for a function of the library, the struct that the user's headers declare. */
    private boolean isTheLibrarys(CType declared, CType given) {
        return declared.bare() instanceof CType.Aggregate(var one)
                && given.bare() instanceof CType.Aggregate(var other)
                && one.sourceTag().equals(other.sourceTag())
                && in.layouts.size(declared) == in.layouts.size(given);
    }

    /** A list of arguments as variadic functions take it: eight bytes for each, as many as it needs for a struct. */
    Expr inSlots(List<? extends Operand> values, SourceSpan span) {
        if (values.isEmpty()) return Fold.zero(Type.VOID_POINTER);
        long count = 0;
        for (Operand value : values) count += slotsFor(value.type());
        var type = new CType.Array(CType.UNSIGNED_LONG_LONG, count);
        Operand.Memory slots = in.expressions.hidden(type, "arguments", span);
        long i = 0;
        for (Operand argument : values) {
            Expr slot = new Expr.Index(
                    slots.address(),
                    Type.U64,
                    Expr.constant(in.layouts.model().distanceType(), i),
                    in.layouts.pointerTo(argument.type()));
            if (argument instanceof Operand.Memory(var struct, var from)) in.copies.copy(slot, from, struct, span);
            else
                in.writer.emit(
                        new Instr.Store(slot, in.places.read(argument, span).expr(), Access.PLAIN, span));
            i += slotsFor(argument.type());
        }
        return in.fold.cast(Type.VOID_POINTER, slots.address());
    }

    private long slotsFor(CType type) {
        if (FunctionBody.isAggregate(type)) return (in.layouts.size(type) + SLOT - 1) / SLOT;
        return Wide.isWide(in.ir(type)) ? 2 : 1;
    }

    /** The next variable argument; afterwards the list stands at the one after it. */
    Operand nextArgument(Operand list, CType type, SourceSpan span) {
        Operand.Value at = in.places.read(list, span);
        Expr here = in.writer.settle(at.expr(), span);
        Expr held = here;
        if (list instanceof Operand.Register) {
            Local copy = in.writer.temporary(here.type());
            in.writer.emit(new Instr.Assign(copy, here, span));
            held = copy;
        }
        Expr next = new Expr.Index(
                held, Type.U8, Expr.constant(in.layouts.model().distanceType(), SLOT * slotsFor(type)), here.type());
        in.places.write(list, next, span);
        var pointer = new CType.Pointer(type);
        return new Operand.Value(pointer, in.fold.cast(in.ir(pointer), held));
    }
}
