package dev.moirai.bound;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A thread's text while it is being written: instructions and, beside each, its origin. */
final class Code {
    private final Set<Local> locals = new LinkedHashSet<>();
    private final List<Instr> instructions = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();
    private final BitSet endings = new BitSet();

    Code() {}

    /** Without instructions. */
    Code(List<Local> locals) {
        this.locals.addAll(locals);
    }

    Code(BoundedThread thread) {
        this(thread.locals());
        instructions.addAll(thread.body());
        origins.addAll(thread.origins());
        endings.or(thread.endings());
    }

    void add(Instr instr, Origin origin) {
        instructions.add(instr);
        origins.add(origin);
    }

    /** Adds what tells other threads that this one has ended. */
    void addEnding(Instr instr, Origin origin) {
        endings.set(size());
        add(instr, origin);
    }

    /** Only before synchronisation is lowered. */
    void insert(int index, Instr instr, Origin origin) {
        if (!endings.isEmpty()) throw new IllegalStateException("the thread's endings would move");
        instructions.add(index, instr);
        origins.add(index, origin);
    }

    /** Adds an instruction of another text. */
    void copy(Code from, int index) {
        if (from.endings.get(index)) endings.set(size());
        add(from.get(index), from.origin(index));
    }

    Local local(Local local) {
        locals.add(local);
        return local;
    }

    int size() {
        return instructions.size();
    }

    Instr get(int index) {
        return instructions.get(index);
    }

    Origin origin(int index) {
        return origins.get(index);
    }

    List<Local> locals() {
        return List.copyOf(locals);
    }

    List<Instr> instructions() {
        return instructions;
    }

    List<Origin> origins() {
        return origins;
    }

    BitSet endings() {
        return endings;
    }
}
