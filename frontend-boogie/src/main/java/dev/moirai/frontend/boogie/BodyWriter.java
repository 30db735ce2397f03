package dev.moirai.frontend.boogie;

import dev.moirai.ir.Access;
import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The instructions of one function as they are written, its locals, and whether the place reached so far lies in an atomic
 * section. Begin and end of sections set and clear a flag, as Corral's do; here the flag is known everywhere, so that a
 * section inside a section is simply part of it.
 */
final class BodyWriter {
    /** Whether the place lies in an atomic section. */
    enum Section {
        OUTSIDE,
        INSIDE
    }

    private final List<Instr> body = new ArrayList<>();
    private final Map<String, Local> locals = new LinkedHashMap<>();
    private final Map<String, Section> sectionAt = new HashMap<>();
    private final Section atEntry;
    /** Values that the current statement has read: it reads a place once. */
    private Map<Expr, Local> read = new HashMap<>();

    private Section section;
    private boolean reachable = true;
    private int temporaries;
    private int labels;

    BodyWriter(Section atEntry) {
        this.atEntry = atEntry;
        section = atEntry;
    }

    List<Instr> body() {
        return body;
    }

    List<Local> locals() {
        return List.copyOf(locals.values());
    }

    Section section() {
        return section;
    }

    boolean reachable() {
        return reachable;
    }

    // ---- locals ------------------------------------------------------------------------------------------------

    Local named(String name, Type type) {
        String free = name;
        for (int i = 2; locals.containsKey(free); i++) free = name + "'" + i;
        return add(new Local(free, type));
    }

    Local fresh(Type type) {
        return add(new Local("%" + temporaries++, type));
    }

    private Local add(Local local) {
        locals.put(local.name(), local);
        return local;
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    void emit(Instr instr) {
        Operands.forEachRead(instr, read -> {
            if (BoundVariables.areIn(read)) {
                throw BoogieError.unsupported(
                        instr.span(), "this inside a quantifier over infinitely many values", Quantifiers.HINT);
            }
        });
        body.add(instr);
    }

    /** Forgets what was read: the next statement reads anew. */
    void nextStatement() {
        read = new HashMap<>();
    }

    /** Writes a part that may run several times or not at all: it shares no values that were read with what is around it. */
    void apart(Runnable part) {
        Map<Expr, Local> before = read;
        read = new HashMap<>();
        part.run();
        read = before;
    }

    /** Accesses in atomic sections do not race with each other. */
    Access access() {
        return section == Section.INSIDE ? Access.ATOMIC : Access.PLAIN;
    }

    Local load(Expr address, Type type, Access access, SourceSpan span) {
        Local known = read.get(address);
        if (known != null) return known;
        Local value = fresh(type);
        emit(new Instr.Load(value, address, access, span));
        read.put(address, value);
        return value;
    }

    void store(Expr address, Expr value, SourceSpan span) {
        emit(new Instr.Store(address, value, access(), span));
    }

    Local assigned(Expr value, SourceSpan span) {
        Local local = fresh(value.type());
        emit(new Instr.Assign(local, value, span));
        return local;
    }

    /** The value as something that costs nothing to write several times. */
    Expr simple(Expr value, SourceSpan span) {
        return switch (value) {
            case Local _, Expr.Constant _, Expr.Number _, Expr.Ratio _, Expr.Element _, Expr.Bound _ -> value;
            case Expr open when BoundVariables.areIn(open) -> value;
            default -> assigned(value, span);
        };
    }

    // ---- control -----------------------------------------------------------------------------------------------

    String freshLabel(String purpose) {
        return "%" + purpose + labels++;
    }

    void label(String name, SourceSpan span) {
        Section known = sectionAt.get(name);
        if (reachable) meet(name, span);
        else section = known == null ? atEntry : known;
        sectionAt.putIfAbsent(name, section);
        reachable = true;
        nextStatement();
        emit(new Instr.Label(name, span));
    }

    void jump(String target, SourceSpan span) {
        meet(target, span);
        emit(new Instr.Goto(target, span));
        reachable = false;
    }

    void branch(Expr condition, String whenTrue, String whenFalse, SourceSpan span) {
        meet(whenTrue, span);
        meet(whenFalse, span);
        // A constant condition is no branch: "while (true)" has no exit that depends on a value.
        if (condition.equals(Expr.TRUE)) emit(new Instr.Goto(whenTrue, span));
        else if (condition.equals(Expr.FALSE)) emit(new Instr.Goto(whenFalse, span));
        else emit(new Instr.Branch(condition, whenTrue, whenFalse, span));
        reachable = false;
    }

    /** Nothing follows what was just written. */
    void ended() {
        reachable = false;
    }

    private void meet(String label, SourceSpan span) {
        if (!reachable) return;
        Section known = sectionAt.putIfAbsent(label, section);
        if (known != null && known != section) {
            throw BoogieError.unsupported(
                    span,
                    "an atomic section on one of two paths that meet",
                    "begin and end the section on both, or write atomic { ... }");
        }
    }

    // ---- sections ----------------------------------------------------------------------------------------------

    void beginSection(SourceSpan span) {
        if (section == Section.OUTSIDE) emit(new Instr.AtomicBegin(span));
        section = Section.INSIDE;
    }

    void endSection(SourceSpan span) {
        if (section == Section.INSIDE) emit(new Instr.AtomicEnd(span));
        section = Section.OUTSIDE;
    }

    /** Writes a part in which nobody else runs. */
    void atomically(SourceSpan span, Runnable part) {
        Section before = section;
        beginSection(span);
        part.run();
        if (before == Section.OUTSIDE && reachable) endSection(span);
    }

    void nowIn(Section now) {
        section = now;
    }

    /** Free values for the locals that are read before they are set; parameters are set, and nodes start as the first constant. */
    void freeLocals(Set<Local> parameters, Predicate<Type> isNode, UnaryOperator<Expr> isProper, SourceSpan span) {
        var free = new ArrayList<Instr>();
        for (Local local : ReadFirst.of(body)) {
            if (parameters.contains(local)) continue;
            free.add(
                    isNode.test(local.type())
                            ? new Instr.Assign(local, new Expr.Element((Type.Named) local.type(), 0), span)
                            : new Instr.Nondet(local, local.name(), span));
            Expr proper = isProper.apply(local);
            if (!proper.equals(Expr.TRUE)) free.add(new Instr.Assume(proper, span));
        }
        body.addAll(0, free);
    }
}
