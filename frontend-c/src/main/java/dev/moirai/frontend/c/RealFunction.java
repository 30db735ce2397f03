package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.RealWorld;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * A function of the real world, for programs that are run natively: numbers and texts in, a number out. The IR does not
 * know what it computes, so a recorded result holds only for the recorded arguments; assumptions pin the arguments to
 * the recorded ones.
 */
final class RealFunction {
    private final Translation in;
    private final Definition.Procedure procedure;
    private final SourceSpan span;

    RealFunction(Translation in, Definition.Procedure procedure, SourceSpan span) {
        this.in = in;
        this.procedure = procedure;
        this.span = span;
    }

    static boolean isPossible(CType.Function type) {
        boolean result = type.result() instanceof CType.Void || type.result().isArithmetic();
        return result
                && type.prototyped()
                && !type.variadic()
                && type.parameters().stream().allMatch(given -> given.isArithmetic() || isText(given));
    }

    private static boolean isText(CType type) {
        return type.plain() instanceof CType.Pointer(var target) && CType.CHAR.equals(target.plain());
    }

    static void refuseUnlessPossible(String name, CType.Function type, SourceSpan span) {
        if (isPossible(type)) return;
        throw new CError(
                span,
                "function " + name + " has no body, no model of it is known, and natively only functions from numbers"
                        + " and texts to numbers can be called: it is " + type,
                "give it a body");
    }

    Operand call(List<Operand.Value> arguments) {
        boolean pins = !RealWorld.isOfTheRuntime(procedure.sourceName());
        for (Operand.Value argument : arguments) if (pins) pin(argument);
        CType type = procedure.type().result();
        // A function without a result is called all the same.
        Local result = in.writer.temporary(type instanceof CType.Void ? Type.I32 : in.ir(type));
        in.writer.emit(new Instr.Nondet(result, new Source.RealCall(procedure.sourceName()), span));
        return type instanceof CType.Void ? LValues.nothing() : new Operand.Value(type.plain(), result);
    }

    private void pin(Operand.Value argument) {
        CType type = argument.type();
        String name =
                type.isPointer() ? "__moirai_pin_text" : type.isInteger() ? "__moirai_pin" : "__moirai_pin_double";
        Definition.Procedure pin = in.linker.bundledFunction(name);
        Expr given = type.isPointer()
                ? argument.expr()
                : in.fold.cast(type.isInteger() ? Type.I64 : new Type.Float(64), argument.expr());
        in.linker.noteCall(pin);
        in.writer.emit(new Instr.Call(Optional.empty(), new Expr.FunctionAddress(pin.name()), List.of(given), span));
    }
}
