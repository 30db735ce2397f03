package dev.moirai.interpret;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import java.util.ArrayList;
import java.util.List;

/** Operations that read and write one cell of a map in memory. In memory a map is one scalar, its name. */
final class CellOps {
    private CellOps() {}

    /** The way from a map in memory to one of its cells: a key, and further keys where values are maps. */
    static final class Path {
        private final Node address;
        private final Scalar map;
        private final List<Type.Map> types;
        private final List<Node> keys;

        private Path(Node address, Scalar map, List<Type.Map> types, List<Node> keys) {
            this.address = address;
            this.map = map;
            this.types = types;
            this.keys = keys;
        }

        static Path of(Expr.Cell cell, CompiledProgram program, ExpressionCompiler expressions) {
            var types = new ArrayList<Type.Map>();
            var keys = new ArrayList<Node>();
            Expr place = cell;
            while (place instanceof Expr.Cell(var map, var key)) {
                types.addFirst((Type.Map) ((Type.Pointer) map.type()).target());
                keys.addFirst(expressions.compile(key));
                place = map;
            }
            return new Path(expressions.compile(place), program.scalar(types.getFirst()), types, keys);
        }

        private long[] keys(Execution x) {
            long[] values = new long[keys.size()];
            for (int i = 0; i < values.length; i++) values[i] = keys.get(i).eval(x);
            return values;
        }

        private static long read(long map, long[] at) {
            long value = map;
            for (long key : at) value = Exact.lookup(value, key);
            return value;
        }

        private long written(long map, long[] at, int depth, long value) {
            if (depth == at.length) return value;
            long inner = written(Exact.lookup(map, at[depth]), at, depth + 1, value);
            return Mathematics.update(types.get(depth), map, at[depth], inner);
        }

        private String keysAsText(long[] at) {
            var text = new StringBuilder();
            for (int i = 0; i < at.length; i++) {
                text.append('[')
                        .append(Mathematics.text(types.get(i).key(), at[i]))
                        .append(']');
            }
            return text.toString();
        }

        private List<Touch> touches(Execution x, Touch.Effect effect, Access access) {
            long at = address.eval(x);
            Touch.Kind kind = access.isAtomic() ? Touch.Kind.ATOMIC : Touch.Kind.PLAIN;
            return x.memory().find(at) == null ? List.of() : List.of(new Touch(at, map.bytes, effect, kind));
        }
    }

    static final class Load extends Op {
        private final int into;
        private final Path path;
        private final Access access;
        private final Scalar type;

        Load(Instr.Load instr, int into, Path path, Scalar type) {
            super(instr);
            this.into = into;
            this.path = path;
            this.access = instr.access();
            this.type = type;
        }

        @Override
        int execute(Execution x, int pc) {
            long at = path.address.eval(x);
            long[] keys = path.keys(x);
            long value = Path.read(x.load(at, path.map), keys);
            x.set(into, value);
            x.sawCellRead(at, path.map, path.keysAsText(keys), type, value);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return path.touches(x, Touch.Effect.READ, access);
        }
    }

    static final class Store extends Op {
        private final Path path;
        private final Node value;
        private final Access access;
        private final Scalar type;

        Store(Instr.Store instr, Path path, Node value, Scalar type) {
            super(instr);
            this.path = path;
            this.value = value;
            this.access = instr.access();
            this.type = type;
        }

        @Override
        int execute(Execution x, int pc) {
            long at = path.address.eval(x);
            long[] keys = path.keys(x);
            long written = value.eval(x);
            x.store(at, path.map, path.written(x.load(at, path.map), keys, 0, written));
            x.sawCellWrite(at, path.map, path.keysAsText(keys), type, written);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return path.touches(x, Touch.Effect.WRITE, access);
        }
    }
}
