package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Site;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.sequentialize.SequentialProgram.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether memory is as it was: all globals, and all objects on heap and stacks up to renaming. An object that lives at
 * both ends of the lasso must be the same. One that was made in the lasso and lives at its end takes the place of one that
 * died in it, made by the same thread at the same place of the text; which one is guessed, and then a pointer to the one
 * equals a pointer to the other. Contents are compared scalar by scalar. Nodes of heaps that lie in maps are compared up to
 * their names by {@link SameNodes}.
 */
final class SameMemory {
    private final LassoUnrolling text;
    private final MemoryLeaves leaves;
    private final SameNodes nodes;
    private final List<Made> made = new ArrayList<>();
    private final Map<BoundedPlace, Made> madeAt = new HashMap<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final Map<String, Local> before = new HashMap<>();

    /**
     * An allocation in the text, executed at most once: where its object lies (of no meaning before), whether it has been
     * made, whether it lives.
     */
    private record Made(
            int number,
            int thread,
            List<Site> place,
            Instr.Region region,
            Type type,
            long size,
            Local address,
            Local exists,
            Local lives) {}

    /** {@code young}, made in the lasso, may be {@code old}'s heir. */
    private record Pair(Made young, Made old, Local heir) {}

    SameMemory(LassoUnrolling text) {
        this.text = text;
        this.nodes = new SameNodes(text);
        this.leaves = new MemoryLeaves(text.sequential.bounded().source().sizes());
    }

    /** At the very start: no object has been made. */
    void begin() {
        for (Simulation simulation : text.sequential.simulations()) {
            BoundedThread thread = simulation.thread();
            for (int i = 0; i < thread.body().size(); i++) {
                if (!(thread.body().get(i) instanceof Instr.Alloc alloc)) continue;
                String name = "object/" + made.size();
                var object = new Made(
                        made.size(),
                        thread.number(),
                        thread.origins().get(i).place(),
                        alloc.region(),
                        alloc.type(),
                        leaves.size(alloc),
                        text.fresh(name, Type.VOID_POINTER),
                        text.flag(name + "/exists"),
                        text.flag(name + "/lives"));
                made.add(object);
                madeAt.put(new BoundedPlace(thread.number(), i), object);
            }
        }
    }

    /** Keeps account of objects. */
    void after(Context context, int index) {
        BoundedThread thread = context.simulation().thread();
        switch (thread.body().get(index)) {
            case Instr.Alloc alloc -> {
                Made object = madeAt.get(new BoundedPlace(thread.number(), index));
                if (object == null) throw new IllegalStateException("unknown allocation");
                Local pointer = Unrolling.rename(thread, alloc.into());
                set(object.address, new Expr.Cast(Type.VOID_POINTER, pointer));
                set(object.exists, Expr.TRUE);
                set(object.lives, Expr.TRUE);
            }
            case Instr.Free(var pointer, var region, var _, var _) -> {
                Expr freed = new Expr.Cast(Type.VOID_POINTER, text.value(thread, pointer));
                for (Made object : made) {
                    if (object.region != region) continue;
                    Expr other = Unrolling.compare(CompareOp.NOT_EQUAL, freed, object.address);
                    set(object.lives, LassoUnrolling.and(object.lives, other));
                }
            }
            default -> {}
        }
    }

    private void set(Local into, Expr value) {
        text.add(new Instr.Assign(into, value, Unrolling.NOWHERE));
    }

    // ---- where the lasso begins --------------------------------------------------------------------------------

    void remember() {
        forEachGlobal((global, leaf) -> before.put(global + leaf.offset(), load("was", global, leaf)));
        for (Made object : made) {
            copy(object.exists, "was/exists/");
            copy(object.lives, "was/lives/");
            text.when(object.lives, "was/object/" + object.number, () -> {
                for (MemoryLeaves.Leaf leaf : leaves.of(object.type, object.size)) {
                    before.put(key(object, leaf), load("was", object, leaf));
                }
            });
        }
    }

    private void copy(Local local, String name) {
        Local copy = text.fresh(name + local.name(), local.type());
        set(copy, local);
        before.put(local.name(), copy);
    }

    private Local before(String key) {
        Local local = before.get(key);
        if (local == null) throw new IllegalStateException("not remembered: " + key);
        return local;
    }

    private static String key(Made object, MemoryLeaves.Leaf leaf) {
        return "#" + object.number + "+" + leaf.offset();
    }

    private interface OnLeaf {
        void see(String global, MemoryLeaves.Leaf leaf);
    }

    private void forEachGlobal(OnLeaf action) {
        for (Global global : text.sequential.bounded().globals().values()) {
            if (global.storage().isConstant()) continue;
            for (MemoryLeaves.Leaf leaf : leaves.of(global.type())) action.see(global.name(), leaf);
        }
    }

    private Local load(String when, String global, MemoryLeaves.Leaf leaf) {
        return load(when + "/" + global, new Expr.GlobalAddress(global, Type.VOID_POINTER), leaf);
    }

    private Local load(String when, Made object, MemoryLeaves.Leaf leaf) {
        return load(when + "/#" + object.number, object.address, leaf);
    }

    private Local load(String name, Expr base, MemoryLeaves.Leaf leaf) {
        Local into = text.fresh(name + "+" + leaf.offset(), leaf.type());
        text.add(new Instr.Load(into, leaf.addressIn(base), Access.PRIVATE, Unrolling.NOWHERE));
        return into;
    }

    // ---- after the lasso ---------------------------------------------------------------------------------------

    /** Guesses which objects take the place of which. */
    void match() {
        nodes.match();
        for (Made young : made) {
            for (Made old : made) {
                if (old.number >= young.number || old.thread != young.thread || !old.place.equals(young.place))
                    continue;
                pairs.add(new Pair(young, old, text.choice("heir/" + young.number + "/" + old.number)));
            }
        }
        for (Pair pair : pairs) {
            Expr died = LassoUnrolling.and(before(pair.old.lives.name()), Expr.not(pair.old.lives));
            Expr isNew = LassoUnrolling.and(Expr.not(before(pair.young.exists.name())), pair.young.lives);
            text.assume(Unrolling.or(Expr.not(pair.heir), LassoUnrolling.and(died, isNew)));
            for (Pair other : pairs) {
                boolean sameOne = other != pair && (other.young == pair.young || other.old == pair.old);
                if (sameOne) text.assume(Expr.not(LassoUnrolling.and(pair.heir, other.heir)));
            }
        }
        for (Made object : made) {
            Expr isOld = Expr.FALSE;
            Expr isYoung = Expr.FALSE;
            for (Pair pair : pairs) {
                if (pair.old == object) isOld = Unrolling.or(isOld, pair.heir);
                if (pair.young == object) isYoung = Unrolling.or(isYoung, pair.heir);
            }
            // Who lived then lives now or has an heir; who lives now lived then or is an heir.
            Expr was = before(object.lives.name());
            text.assume(Unrolling.or(Expr.not(was), Unrolling.or(object.lives, isOld)));
            text.assume(Unrolling.or(Expr.not(object.lives), Unrolling.or(was, isYoung)));
        }
    }

    /**
     * A value at the end of the lasso as it would be at its beginning: pointers to heirs point to what they inherit
     * from, nodes are those they stand for.
     */
    Expr renamed(Local value) {
        if (value.type() instanceof Type.Named) return nodes.renamed(value);
        if (!(value.type() instanceof Type.Pointer) || pairs.isEmpty()) return value;
        Expr result = value;
        for (Pair pair : pairs) {
            Expr offset = new Expr.Binary(Expr.BinaryOp.SUBTRACT, word(value), word(pair.young.address));
            Expr inside = Unrolling.compare(CompareOp.LESS_OR_EQUAL, offset, Expr.constant(Type.U64, pair.young.size));
            Expr moved = new Expr.Binary(Expr.BinaryOp.ADD, word(pair.old.address), offset);
            result = new Expr.Select(LassoUnrolling.and(pair.heir, inside), new Expr.Cast(value.type(), moved), result);
        }
        return result;
    }

    private static Expr word(Expr pointer) {
        return new Expr.Cast(Type.U64, pointer);
    }

    void demandSame() {
        forEachGlobal((global, leaf) -> {
            Local was = before(global + leaf.offset());
            Local is = load("is", global, leaf);
            if (nodes.isField(leaf.type())) nodes.demandSame(was, is);
            else text.assume(isSame(was, is));
        });
        for (Made object : made) {
            Expr stayed = LassoUnrolling.and(before(object.lives.name()), object.lives);
            text.when(stayed, "same/" + object.number, () -> demandSame(object, object, "same"));
        }
        for (Pair pair : pairs) {
            String name = "heir/" + pair.young.number + "/" + pair.old.number;
            text.when(pair.heir, name, () -> demandSame(pair.old, pair.young, name));
        }
    }

    private void demandSame(Made old, Made young, String name) {
        if (old.size != young.size) {
            text.assume(Expr.FALSE);
            return;
        }
        for (MemoryLeaves.Leaf leaf : leaves.of(old.type, old.size)) {
            text.assume(isSame(before(key(old, leaf)), load("is/" + name, young, leaf)));
        }
    }

    private Expr isSame(Local was, Local is) {
        return Unrolling.compare(CompareOp.EQUAL, was, renamed(is));
    }
}
