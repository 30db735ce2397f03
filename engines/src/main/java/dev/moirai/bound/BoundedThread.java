package dev.moirai.bound;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One thread of a bounded program: {@code body} has no calls and only forward jumps, and ends with a label and a return,
 * to which all that ends the thread leads. {@code origins} says of every instruction where it comes from. {@code function}
 * is the start function; {@code number} is what the spawning thread's handle takes, main is 0. {@code endings} are the
 * instructions, after synchronisation has been lowered, that tell those who join the thread that it has ended.
 */
public record BoundedThread(
        String name,
        int number,
        String function,
        Optional<Spawned> spawned,
        List<Local> locals,
        List<Instr> body,
        List<Origin> origins,
        BitSet endings) {
    /** The name that {@link Bounding} gives to the label at a thread's end; which label that is, its place says. */
    static final String END = "%moirai_end";

    /** The spawn instruction a thread comes from: whose, and where. */
    public record Spawned(int thread, Origin at) {}

    public BoundedThread {
        locals = List.copyOf(locals);
        body = List.copyOf(body);
        origins = List.copyOf(origins);
        endings = (BitSet) endings.clone();
        if (body.size() != origins.size()) throw new IllegalArgumentException("an origin for each instruction");
        if (endOf(body).isEmpty()) throw new IllegalArgumentException("a body ends with a label and a return");
    }

    /** The label before the return with which a body ends, if it ends so. */
    static Optional<String> endOf(List<Instr> body) {
        int size = body.size();
        boolean returns = size >= 2 && body.get(size - 1) instanceof Instr.Return;
        return returns && body.get(size - 2) instanceof Instr.Label(var name, var _)
                ? Optional.of(name)
                : Optional.empty();
    }

    /** The label to which all that ends the thread leads. */
    public String end() {
        return endOf(body).orElseThrow();
    }

    /** Whether a jump to the label ends the thread. */
    public boolean isEnd(String label) {
        return label.equals(end());
    }

    BoundedThread with(Code code) {
        return new BoundedThread(
                name, number, function, spawned, code.locals(), code.instructions(), code.origins(), code.endings());
    }

    /** The body, to be rewritten. */
    Code code() {
        return new Code(this);
    }
}
