package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.OutsideCalls;
import dev.moirai.frontend.c.library.RealWorld;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A function of the real world, for programs that are run natively. The IR does not know what it computes, so a recorded
 * result holds only for the recorded arguments and the memory they lead to; assumptions pin these to what was recorded.
 * What it writes is written by the program, as the runtime tells it (models/outside.c).
 */
final class RealFunction {
    private static final int MOST_POINTERS = 6;
    private static final int MOST_ARGUMENTS = 16;

    private final Translation in;
    private final Definition.Procedure procedure;
    private final SourceSpan span;

    RealFunction(Translation in, Definition.Procedure procedure, SourceSpan span) {
        this.in = in;
        this.procedure = procedure;
        this.span = span;
    }

    /** Why the function cannot be called for real; empty if it can. */
    static Optional<String> obstacle(CType.Function type) {
        if (!type.prototyped()) return Optional.of("its parameters are not declared");
        boolean returns = type.result() instanceof CType.Void || isPassed(type.result());
        if (!returns || !type.parameters().stream().allMatch(RealFunction::isPassed)) {
            return Optional.of("natively only numbers and pointers can be handed over and returned");
        }
        if (type.parameters().stream().anyMatch(RealFunction::isCode)) {
            return Optional.of("it takes a function, which it could not call");
        }
        boolean many = type.parameters().size() > MOST_ARGUMENTS
                || type.parameters().stream().filter(CType::isPointer).count() > MOST_POINTERS;
        return many ? Optional.of("it takes too many arguments") : Optional.empty();
    }

    private static boolean isPassed(CType type) {
        return type.isScalar() && !(type.plain() instanceof CType.Floating(var _, var bytes) && bytes > Double.BYTES);
    }

    private static boolean isCode(CType type) {
        return type.plain() instanceof CType.Pointer(var target) && target.bare() instanceof CType.Function;
    }

    /** Whether it is called at once and only its result matters: the runtime's own, and what computes with numbers. */
    private boolean isComputed() {
        CType.Function type = procedure.type();
        boolean pointers =
                type.result().isPointer() || type.parameters().stream().anyMatch(CType::isPointer);
        boolean real = isFloating(type.result()) || type.parameters().stream().anyMatch(RealFunction::isFloating);
        return RealWorld.isOfTheRuntime(procedure.sourceName()) || !pointers && real;
    }

    private static boolean isFloating(CType type) {
        return type.plain() instanceof CType.Floating;
    }

    /** The body of the function. */
    Operand call(List<Operand.Value> arguments) {
        return isComputed() ? computed(arguments) : performed(arguments);
    }

    private Operand computed(List<Operand.Value> arguments) {
        boolean pins = !RealWorld.isOfTheRuntime(procedure.sourceName());
        for (Operand.Value argument : arguments) if (pins) pin(argument);
        return called(procedure.type().result(), new Source.RealCall(procedure.sourceName()));
    }

    private Operand called(CType type, Source.RealCall source) {
        // A function without a result is called all the same.
        Local result = in.writer.temporary(type instanceof CType.Void ? Type.I32 : in.ir(type));
        in.writer.emit(new Instr.Nondet(result, source, span));
        return type instanceof CType.Void ? LValues.nothing() : new Operand.Value(type.plain(), result);
    }

    /** The body of the inner function: the runtime gets its arguments, and the value means nothing. */
    Operand prepared() {
        return called(procedure.type().result(), new Source.RealCall(procedure.sourceName(), shape()));
    }

    // ---- what the function does with its arguments ---------------------------------------------------------------

    private int declared() {
        return in.linker
                .outside()
                .declared(procedure)
                .orElse(procedure.type().parameters().size());
    }

    /** The word of {@link OutsideCalls} for a parameter. */
    private String word(int index) {
        CType type = procedure.type().parameters().get(index).plain();
        String known = OutsideCalls.of(procedure.sourceName())
                .parameter(index, declared())
                .orElse(type.isPointer() ? "p" : "n");
        if (!type.isPointer()) return known.equals("u") ? "u" : "n";
        boolean unknown = known.equals("p") || known.equals("n") || known.equals("u");
        if (!unknown) return known;
        if (isStream(type)) return "f";
        if (known.equals("u")) return isText(type) ? "s" : "u";
        return isConstantText(type) ? "t" : "p";
    }

    private static boolean isText(CType type) {
        return type instanceof CType.Pointer(var target) && CType.CHAR.equals(target.plain());
    }

    private static boolean isConstantText(CType type) {
        return isText(type)
                && type instanceof CType.Pointer(CType.Qualified(var _, var constant, var _, var _))
                && constant;
    }

    private static boolean isStream(CType type) {
        return type instanceof CType.Pointer(var target)
                && target.plain() instanceof CType.Aggregate record
                && record.toString().contains("_IO_FILE");
    }

    /** How the runtime makes the call: see {@code moirai_prepare}. */
    private String shape() {
        CType result = procedure.type().result();
        var shape = new StringBuilder(waits() ? "!" : "");
        shape.append(!result.isPointer() ? "N" : isText(result.plain()) ? "T" : "P");
        Optional<Integer> variadic = in.linker.outside().declared(procedure);
        for (int i = 0; i < procedure.type().parameters().size(); i++) {
            if (variadic.equals(Optional.of(i))) shape.append('|');
            shape.append(
                    switch (word(i)) {
                        case "u" -> "n";
                        case "s" -> "t";
                        default -> word(i);
                    });
        }
        if (variadic.equals(Optional.of(procedure.type().parameters().size()))) shape.append('|');
        return shape.toString();
    }

    private boolean waits() {
        return OutsideCalls.of(procedure.sourceName()).waits();
    }

    // ---- reading, calling, writing -------------------------------------------------------------------------------

    private Operand performed(List<Operand.Value> arguments) {
        var pointers = new ArrayList<Expr>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = word(i);
            switch (word.charAt(0)) {
                case 'n', 't' -> pin(arguments.get(i));
                case 's' -> invoke("strlen", List.of(arguments.get(i).expr()));
                default -> {}
            }
            if (arguments.get(i).type().isPointer() && !word.equals("u")) {
                pointers.add(in.fold.cast(Type.VOID_POINTER, arguments.get(i).expr()));
            }
        }
        Definition.Procedure inner = in.linker.outside().inner(procedure, in.linker);
        in.linker.noteCall(inner);
        in.writer.emit(new Instr.Call(
                Optional.empty(),
                new Expr.FunctionAddress(inner.name()),
                arguments.stream().map(Operand.Value::expr).toList(),
                span));
        return result(pointers);
    }

    private Operand result(List<Expr> pointers) {
        CType type = procedure.type().result();
        boolean plain = pointers.isEmpty() && !type.isPointer();
        String how = plain ? "plain" : type.isPointer() ? "pointer" : isFloating(type) ? "double" : "number";
        while (!plain && pointers.size() < MOST_POINTERS) pointers.add(Fold.zero(Type.VOID_POINTER));
        Local told = invoke("__moirai_outside_" + how, pointers);
        return type instanceof CType.Void
                ? LValues.nothing()
                : new Operand.Value(type.plain(), in.fold.cast(in.ir(type), told));
    }

    private void pin(Operand.Value argument) {
        CType type = argument.type();
        String name =
                type.isPointer() ? "__moirai_pin_text" : type.isInteger() ? "__moirai_pin" : "__moirai_pin_double";
        Expr given = type.isPointer()
                ? argument.expr()
                : in.fold.cast(type.isInteger() ? Type.I64 : new Type.Float(64), argument.expr());
        invoke(name, List.of(given));
    }

    private Local invoke(String bundled, List<Expr> arguments) {
        Definition.Procedure function = in.linker.bundledFunction(bundled);
        in.linker.noteCall(function);
        CType result = function.type().result();
        Local local = in.writer.temporary(result instanceof CType.Void ? Type.I32 : in.ir(result));
        Optional<Local> into = result instanceof CType.Void ? Optional.empty() : Optional.of(local);
        in.writer.emit(new Instr.Call(into, new Expr.FunctionAddress(function.name()), arguments, span));
        return local;
    }
}
