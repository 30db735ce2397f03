package dev.moirai.bound;

import dev.moirai.ir.Instr;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which instructions of a bounded thread are made inside atomic sections. A section may end at several places, one for each
 * way through it: what counts is where control comes from, not what stands above. All jumps go forward, so one walk will do.
 */
public final class AtomicSections {
    /** The instructions that control has passed since the section began; none outside of sections. */
    private record State(BitSet passed) {
        static State outside() {
            return new State(new BitSet());
        }

        boolean isInside() {
            return !passed.isEmpty();
        }

        /** A copy for another way through the text that parts from this one. */
        State copy() {
            return new State((BitSet) passed.clone());
        }

        State or(State other) {
            passed.or(other.passed);
            return this;
        }
    }

    private static final State MIXED = State.outside();

    private final BitSet inside = new BitSet();
    private final Map<Integer, BitSet> endings = new HashMap<>();
    private final Map<String, State> arriving = new HashMap<>();
    private @Nullable State now = State.outside();

    /** The label at the thread's end, if the body has one. */
    private final Optional<String> end;

    private AtomicSections(List<Instr> body) {
        end = BoundedThread.endOf(body);
        for (int i = 0; i < body.size(); i++) walk(i, body.get(i));
    }

    /** @throws Unencodable if control comes to a place both from inside a section and from outside */
    public static AtomicSections of(List<Instr> body) {
        return new AtomicSections(body);
    }

    private void walk(int at, Instr instr) {
        if (instr instanceof Instr.Label label) now = merged(label);
        State here = now;
        if (here == null) return;
        if (here.isInside()) inside.set(at);
        switch (instr) {
            case Instr.AtomicBegin _ -> {
                now = State.outside();
                now.passed().set(at);
            }
            case Instr.AtomicEnd _ -> {
                endings.put(at, here.passed());
                now = State.outside();
            }
            case Instr.Goto(var target, var _) -> {
                arrive(target, here);
                now = null;
            }
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                arrive(whenTrue, here);
                arrive(whenFalse, here);
                now = null;
            }
            case Instr.Terminal _ -> now = null;
            default -> {
                if (here.isInside()) here.passed().set(at);
            }
        }
    }

    private void arrive(String label, State state) {
        arriving.merge(
                label,
                state.copy(),
                (a, b) -> a == MIXED || b == MIXED || a.isInside() != b.isInside() ? MIXED : a.or(b));
    }

    private @Nullable State merged(Instr.Label label) {
        State come = arriving.get(label.name());
        // A thread's end ends its section too.
        if (end.filter(label.name()::equals).isPresent()) return State.outside();
        State fallen = now;
        if (come == null) return fallen;
        boolean isMixed = come == MIXED || fallen != null && fallen.isInside() != come.isInside();
        if (isMixed) throw new Unencodable("an atomic section that control enters or leaves by a jump", label.span());
        return fallen == null ? come : fallen.or(come);
    }

    /** Whether the thread is in a section when it comes to the instruction. */
    public boolean isInside(int instruction) {
        return inside.get(instruction);
    }

    /** The instructions that control may have passed in a section that ends here, its beginning among them. */
    public BitSet endingAt(int atomicEnd) {
        return endings.getOrDefault(atomicEnd, new BitSet());
    }
}
