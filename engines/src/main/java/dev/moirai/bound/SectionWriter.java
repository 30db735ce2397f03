package dev.moirai.bound;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.Set;

/**
 * One operation of the thread library being written as an atomic section: loads, then {@link #waitUntil}, then checks,
 * stores and the result. Up to where it waits, a section only loads and computes, so that the question can be asked again.
 */
final class SectionWriter {
    private final Code code;
    private final Origin origin;
    private final SourceSpan span;
    private final Set<Property> watched;
    private final Surroundings surroundings;
    private final int me;

    /** Whether the program itself is in an atomic section here; if so nobody else can move, and waiting is for ever. */
    enum Surroundings {
        PLAIN,
        ATOMIC
    }

    SectionWriter(Code code, Origin origin, SourceSpan span, Set<Property> watched, Surroundings surroundings, int me) {
        this.code = code;
        this.origin = origin;
        this.span = span;
        this.watched = watched;
        this.surroundings = surroundings;
        this.me = me;
    }

    void begin() {
        if (surroundings == Surroundings.PLAIN) add(new Instr.AtomicBegin(span));
    }

    void end() {
        if (surroundings == Surroundings.PLAIN) add(new Instr.AtomicEnd(span));
    }

    /** The running thread as a lock's owner: its number plus one. */
    Expr me() {
        return number(me + 1);
    }

    int thread() {
        return me;
    }

    SourceSpan span() {
        return span;
    }

    void add(Instr instr) {
        code.add(Rewrite.operands(instr, SectionWriter::fold, local -> local), origin);
    }

    /** Adds what tells other threads that this one has ended. */
    void addEnding(Instr instr) {
        code.addEnding(instr, origin);
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    /** A word of a synchronisation object. */
    Local word(Expr object, int offset, String name) {
        return load(wordAt(object, offset), Type.I32, name);
    }

    void setWord(Expr object, int offset, Expr value) {
        store(wordAt(object, offset), value);
    }

    Local load(Expr address, Type type, String name) {
        Local into = temporary(name, type);
        add(new Instr.Load(into, address, Access.ATOMIC, span));
        return into;
    }

    void store(Expr address, Expr value) {
        add(new Instr.Store(address, value, Access.ATOMIC, span));
    }

    private static Expr wordAt(Expr object, int offset) {
        var words = new Type.Pointer(Type.I32);
        Expr start = new Expr.Cast(words, object);
        return offset == 0 ? start : new Expr.Index(start, Type.I32, Expr.constant(Type.I64, offset / 4), words);
    }

    Local temporary(String name, Type type) {
        return code.local(new Local("%moirai." + name, type));
    }

    // ---- what a section does -----------------------------------------------------------------------------------

    void waitUntil(Expr enabled) {
        if (surroundings == Surroundings.PLAIN) {
            add(new Instr.Block(enabled, Instr.Wakeup.SIGNALLED_ONLY, span));
            return;
        }
        if (watched.contains(Property.DEADLOCK)) {
            add(new Instr.Assert(enabled, Property.DEADLOCK, "waits inside an atomic section", span));
        }
        add(new Instr.Assume(enabled, span));
    }

    /** Waits, but may also go on for no reason. */
    void waitUntilOrSpuriously(Expr enabled) {
        if (surroundings == Surroundings.PLAIN) add(new Instr.Block(enabled, Instr.Wakeup.SPURIOUS, span));
        else waitUntil(enabled);
    }

    /** Reports a misuse where it is watched. */
    void require(Expr proper, String misuse) {
        if (watched.contains(Property.LOCK_MISUSE)) {
            add(new Instr.Assert(proper, Property.LOCK_MISUSE, misuse, span));
            add(new Instr.Assume(proper, span));
        }
    }

    void set(Local into, Expr value) {
        Expr fitting = into.type().equals(value.type()) ? value : new Expr.Cast(into.type(), value);
        add(new Instr.Assign(into, fitting, span));
    }

    /** Computes a value once and keeps it in a temporary. */
    Local keep(String name, Expr value) {
        Local into = temporary(name, value.type());
        add(new Instr.Assign(into, value, span));
        return into;
    }

    private static Expr fold(Expr expr) {
        return Folding.fold(expr, leaf -> leaf);
    }

    // ---- words -------------------------------------------------------------------------------------------------

    static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    static Expr is(Expr left, Expr right) {
        return new Expr.Compare(CompareOp.EQUAL, left, right);
    }

    static Expr is(Expr left, long right) {
        return is(left, Expr.constant(left.type(), right));
    }

    static Expr isNot(Expr left, long right) {
        return new Expr.Compare(CompareOp.NOT_EQUAL, left, Expr.constant(left.type(), right));
    }

    static Expr isMore(Expr left, long right) {
        return new Expr.Compare(CompareOp.GREATER, left, Expr.constant(left.type(), right));
    }

    static Expr both(Expr left, Expr right) {
        return new Expr.Binary(BinaryOp.AND, left, right);
    }

    static Expr either(Expr left, Expr right) {
        return new Expr.Binary(BinaryOp.OR, left, right);
    }

    static Expr plus(Expr left, long right) {
        // Unsigned, so that no check of overflow takes it for the program's arithmetic.
        Expr sum = new Expr.Binary(BinaryOp.ADD, new Expr.Cast(Type.U32, left), Expr.constant(Type.U32, right));
        return new Expr.Cast(Type.I32, sum);
    }

    static Expr when(Expr condition, Expr then, Expr otherwise) {
        return new Expr.Select(condition, then, otherwise);
    }
}
