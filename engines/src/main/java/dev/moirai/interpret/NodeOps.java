package dev.moirai.interpret;

import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.value.MapValue;
import dev.moirai.value.ValueNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Nodes of a heap that a program keeps in maps: numbers of a named type. A node that no live variable leads to can never be met
 * again, so its cells are set back before a new one is made, and its number may be the new one's. So a program that makes
 * and drops nodes for ever comes back to the same state, though it frees none of them.
 */
final class NodeOps {
    private NodeOps() {}

    /** A shared global, and the type of what it holds. */
    private record Place(long address, Scalar scalar) {
        Type type() {
            return scalar.type;
        }
    }

    static final class Make extends Op {
        private final int into;
        private final int first;
        private final Type.Named type;
        /** Maps from nodes: the fields. */
        private final List<Place> fields = new ArrayList<>();
        /** All other places that may hold nodes. */
        private final List<Place> roots = new ArrayList<>();

        Make(Instr.Nondet instr, int into, Source.NewNode made, CompiledProgram program) {
            super(instr);
            this.into = into;
            this.first = made.first();
            this.type = (Type.Named) instr.into().type();
            for (Global global : program.program().globals().values()) {
                if (global.storage() != Global.Storage.SHARED) continue;
                var place = new Place(program.globalAddress(global.name()), program.scalar(global.type()));
                if (isField(global.type())) fields.add(place);
                else if (global.type() instanceof Type.Named || global.type() instanceof Type.Map) roots.add(place);
            }
        }

        private boolean isField(Type place) {
            return place instanceof Type.Map(var key, var _) && key.equals(type);
        }

        @Override
        int execute(Execution x, int pc) {
            x.thread().pc = pc; // which locals are live is asked for this place
            Set<Long> reached = reached(x);
            for (Place field : fields) {
                MapValue before = ValueNames.map(x.load(field.address, field.scalar));
                MapValue after = before;
                for (long node : before.keys()) {
                    if (node >= first && !reached.contains(node)) after = after.with(node, before.otherwise(), 0);
                }
                if (after != before) x.store(field.address, field.scalar, ValueNames.of(after));
            }
            long node = first;
            while (reached.contains(node)) node++;
            x.set(into, node);
            return pc + 1;
        }

        private Set<Long> reached(Execution x) {
            var reached = new HashSet<Long>();
            var found = new ArrayList<Long>();
            for (int i = 0; i < x.state().threadCount(); i++) {
                ThreadState thread = x.state().thread(i);
                thread.forEachLiveLocal((function, slot, at) -> visit(function.type(slot), thread.slots[at], found));
            }
            for (Place root : roots) visit(root.type(), x.load(root.address, root.scalar), found);
            for (Place field : fields) visit(content(field), map(x, field).otherwise(), found);
            while (!found.isEmpty()) {
                long node = found.removeLast();
                if (!reached.add(node)) continue;
                for (Place field : fields) visit(content(field), map(x, field).get(node), found);
            }
            return reached;
        }

        private static MapValue map(Execution x, Place field) {
            return ValueNames.map(x.load(field.address, field.scalar));
        }

        private static Type content(Place field) {
            return ((Type.Map) field.type()).value();
        }

        /** Collects the nodes in a value. */
        private void visit(Type of, long value, List<Long> into) {
            if (of.equals(type)) into.add(value);
            if (!(of instanceof Type.Map(var _, var content)) || !mentions(content)) return;
            MapValue map = ValueNames.map(value);
            visit(content, map.otherwise(), into);
            for (long key : map.keys()) visit(content, map.get(key), into);
        }

        private boolean mentions(Type of) {
            return of.equals(type) || of instanceof Type.Map(var _, var content) && mentions(content);
        }
    }
}
