package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a bounded thread that touch nothing but objects whose address only locals of this thread have had
 * so far: a node is made and filled in before it is linked. Nobody else can tell when that happens, so a thread need not
 * stop there. It must be able to stop somewhere on every way round a loop: so an object counts only as long as no place
 * of the text is passed twice, and giving memory back does not count, as what is never given back does not repeat.
 *
 * <p>Jumps go forward, so one pass over the text does. What an address certainly points to is joined by intersection; who
 * may hold such an address, by union. When one
 * comes to be anywhere but in locals and in such objects, all are given up.
 */
final class UnsharedMemory {
    private static final State NOTHING = new State(Set.of(), Set.of());

    private final BitSet unshared = new BitSet();
    /** Where control may have been since an object was last made. */
    private final Set<Place> passed = new HashSet<>();

    private final Map<String, State> waiting = new HashMap<>();
    private @Nullable State state = NOTHING;

    /**
     * @param fresh locals that point into an object nobody else knows
     * @param holders locals that may hold such an address
     */
    private record State(Set<Local> fresh, Set<Local> holders) {
        State join(State other) {
            var both = new HashSet<>(fresh);
            both.retainAll(other.fresh);
            var either = new HashSet<>(holders);
            either.addAll(other.holders);
            return new State(both, either);
        }
    }

    private record Place(String function, int index, Optional<Place> caller) {
        static Place of(Origin origin) {
            return new Place(origin.function(), origin.index(), origin.caller().map(Place::of));
        }
    }

    private UnsharedMemory() {}

    /** The indices of such accesses, and of the beginnings of atomic sections that do nothing else. */
    static BitSet of(BoundedThread thread) {
        List<Instr> body = thread.body();
        var analysis = new UnsharedMemory();
        int section = -1;
        boolean all = false;
        for (int i = 0; i < body.size(); i++) {
            Instr instr = body.get(i);
            analysis.pass(thread.origins(), i, instr);
            analysis.step(i, instr);
            if (instr instanceof Instr.AtomicBegin) {
                section = i;
                all = true;
            } else if (instr instanceof Instr.AtomicEnd) {
                if (all && section >= 0) analysis.unshared.set(section);
                section = -1;
            } else {
                all &= isLocal(instr) || analysis.unshared.get(i);
            }
        }
        return analysis.unshared;
    }

    private static boolean isLocal(Instr instr) {
        return instr instanceof Instr.Assign || instr instanceof Instr.Nondet || instr instanceof Instr.Label;
    }

    private void pass(List<Origin> origins, int index, Instr instr) {
        if (instr instanceof Instr.Alloc) passed.clear();
        // One instruction of the program may have become several.
        boolean begins = index == 0 || origins.get(index) != origins.get(index - 1);
        if (!begins || passed.add(Place.of(origins.get(index)))) return;
        waiting.replaceAll((_, _) -> NOTHING);
        if (state != null) state = NOTHING;
    }

    private void step(int index, Instr instr) {
        if (instr instanceof Instr.Label(var name, var _)) {
            State other = waiting.remove(name);
            if (other != null) state = state == null ? other : state.join(other);
        }
        State here = state;
        if (here == null) return;
        switch (instr) {
            case Instr.Goto(var target, var _) -> {
                jump(target, here);
                state = null;
            }
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                jump(whenTrue, here);
                jump(whenFalse, here);
                state = null;
            }
            case Instr.Return _, Instr.ExitProcess _, Instr.Cut _ -> state = null;
            case Instr.Alloc(var into, var _, var _, var region, var _, var _, var _) ->
                state = set(here, into, region == Instr.Region.HEAP, true);
            case Instr.Assign(var into, var value, var _) ->
                state = set(here, into, isFresh(here, value), holds(here, value));
            case Instr.Load(var into, var address, var _, var _) -> {
                accessed(index, here, address);
                state = set(here, into, false, isFresh(here, address));
            }
            case Instr.Store(var address, var value, var _, var _) -> {
                accessed(index, here, address);
                if (holds(here, value) && !isFresh(here, address)) state = NOTHING;
            }
            // To compare addresses tells nobody.
            case Instr.Assume _, Instr.Assert _, Instr.Block _, Instr.Free _ -> {}
            default -> {
                boolean[] leaks = {false};
                Operands.forEachRead(instr, read -> leaks[0] |= holds(here, read));
                State[] next = {leaks[0] ? NOTHING : here};
                Operands.forEachWritten(instr, local -> next[0] = set(next[0], local, false, false));
                state = next[0];
            }
        }
    }

    private void accessed(int index, State here, Expr address) {
        if (isFresh(here, address)) unshared.set(index);
    }

    private void jump(String label, State from) {
        waiting.merge(label, from, State::join);
    }

    private static State set(State before, Local local, boolean isFresh, boolean holds) {
        var fresh = new HashSet<>(before.fresh);
        var holders = new HashSet<>(before.holders);
        if (isFresh) fresh.add(local);
        else fresh.remove(local);
        if (holds) holders.add(local);
        else holders.remove(local);
        return new State(fresh, holders);
    }

    /** Whether the address lies in the object; how far from its start does not matter, as objects lie far apart. */
    private static boolean isFresh(State state, Expr address) {
        return switch (address) {
            case Local local -> state.fresh.contains(local);
            case Expr.Member(var pointer, var _, var _, var _) -> isFresh(state, pointer);
            case Expr.Index(var pointer, var _, var _, var _) -> isFresh(state, pointer);
            case Expr.Cast(var type, var operand) when type instanceof Type.Pointer -> isFresh(state, operand);
            default -> false;
        };
    }

    private static boolean holds(State state, Expr value) {
        if (value instanceof Expr.Compare) return false;
        if (value instanceof Local local) return state.holders.contains(local);
        boolean[] any = {false};
        Operands.forEachChild(value, child -> any[0] |= holds(state, child));
        return any[0];
    }
}
