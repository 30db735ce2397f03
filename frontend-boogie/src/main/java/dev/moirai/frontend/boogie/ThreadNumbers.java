package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieThreads.Numbering;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of threads, from 0. Where the program counts them, each {@code async call} takes the next number and hands it to the thread,
 * and what the engines call the thread is kept under that number.
 */
final class ThreadNumbers {
    private static final Type.Map HANDLES = new Type.Map(Type.U64, Type.U64);

    private final Lowering program;
    private final BodyWriter writer;
    private final SourceSpan span;

    ThreadNumbers(Lowering program, BodyWriter writer, SourceSpan span) {
        this.program = program;
        this.writer = writer;
        this.span = span;
    }

    private boolean areCounted() {
        return program.threads().numbering() == Numbering.COUNTED;
    }

    /** How many threads have been started. */
    private Expr count() {
        return program.ownGlobal("%threads", Type.U64);
    }

    private Expr handles() {
        return program.ownGlobal("%handles", HANDLES);
    }

    private Expr own() {
        return program.threadLocal("%number", Type.U64, SourceSpan.NOWHERE);
    }

    void spawn(String function, List<Expr> given) {
        Local handle = writer.fresh(Type.U64);
        var arguments = new ArrayList<>(given);
        Local number = writer.fresh(Type.U64);
        if (areCounted()) {
            writer.atomically(span, () -> {
                Local before = writer.fresh(Type.U64);
                writer.emit(new Instr.Load(before, count(), Access.ATOMIC, span));
                Expr next = new Expr.Binary(Expr.BinaryOp.ADD, before, Expr.constant(Type.U64, 1));
                writer.emit(new Instr.Assign(number, next, span));
                writer.emit(new Instr.Store(count(), number, Access.ATOMIC, span));
            });
            arguments.add(number);
        }
        writer.emit(new Instr.Spawn(handle, new Expr.FunctionAddress(function), arguments, program.detachment(), span));
        if (areCounted() && program.threads().join()) {
            writer.emit(new Instr.Store(new Expr.Cell(handles(), number), handle, Access.ATOMIC, span));
        }
        if (program.threads().askForChildren()) {
            Expr known = areCounted() ? number : handle;
            writer.emit(new Instr.Store(program.lastChild(), known, Access.PRIVATE, span));
        }
    }

    /** The number that a thread is given is the last argument of its function; it keeps it for itself. */
    void keepOwn(List<Local> parameters) {
        if (!areCounted()) return;
        Local number = writer.named("%given", Type.U64);
        parameters.add(number);
        writer.emit(new Instr.Store(own(), number, Access.PRIVATE, span));
    }

    Expr self() {
        Local number = writer.fresh(Type.U64);
        if (areCounted()) writer.emit(new Instr.Load(number, own(), Access.PRIVATE, span));
        else writer.emit(new Instr.Self(number, span));
        return number;
    }

    /** What the engines call the thread of this number. */
    Expr handle(Expr number) {
        if (!areCounted()) return number;
        Local handle = writer.fresh(Type.U64);
        writer.emit(new Instr.Load(handle, new Expr.Cell(handles(), number), Access.ATOMIC, span));
        return handle;
    }
}
