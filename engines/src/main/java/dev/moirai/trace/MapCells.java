package dev.moirai.trace;

import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import java.util.List;
import java.util.OptionalLong;

/** Accesses to maps and to their cells: memory holds a map as one value, and a trace tells its cells apart. */
public final class MapCells {
    private MapCells() {}

    /** The keys from the map to the cell that the instruction is about; nothing if it is about no cell. */
    static List<Long> keys(Moment moment, Instr instr) {
        return instr instanceof Instr.ScalarAccess access && access.address() instanceof Expr.Cell cell
                ? cell.keys().stream().map(moment::value).toList()
                : List.of();
    }

    /** What a range that is touched holds now; of a map's cell, what the map has there. */
    static OptionalLong before(Moment moment, Touch touch, Range range) {
        OptionalLong contents = moment.contents(touch.address(), (int) touch.bytes());
        return contents.isEmpty() ? contents : OptionalLong.of(at(contents.getAsLong(), range.keys()));
    }

    /** What lies in a map behind the keys; without keys, the map itself. */
    public static long at(long map, List<Long> keys) {
        long value = map;
        for (long key : keys) value = Exact.lookup(value, key);
        return value;
    }

    /** Whether a cell or a whole map is accessed. Cells are parts of a map whose bytes say nothing about them. */
    static boolean isOfMap(Instr.Load load) {
        return load.address() instanceof Expr.Cell || load.into().type() instanceof Type.Map;
    }

    static boolean isOfMap(Instr.Store store) {
        return store.address() instanceof Expr.Cell || store.value().type() instanceof Type.Map;
    }
}
