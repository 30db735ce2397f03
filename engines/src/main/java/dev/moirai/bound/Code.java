package dev.moirai.bound;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A thread's text while it is being written: instructions and, beside each, its origin. */
final class Code {
    private final Set<Local> locals = new LinkedHashSet<>();
    private final List<Instr> instructions = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();

    Code() {}

    Code(List<Local> locals, List<Instr> instructions, List<Origin> origins) {
        this.locals.addAll(locals);
        this.instructions.addAll(instructions);
        this.origins.addAll(origins);
    }

    void add(Instr instr, Origin origin) {
        instructions.add(instr);
        origins.add(origin);
    }

    void insert(int index, Instr instr, Origin origin) {
        instructions.add(index, instr);
        origins.add(index, origin);
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
}
