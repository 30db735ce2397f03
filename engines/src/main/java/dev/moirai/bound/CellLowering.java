package dev.moirai.bound;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.List;

/**
 * Accesses to one cell of a map become accesses to the whole map: a read is a read of the map, a write an atomic section
 * that reads the map and writes it with the cell changed. Other threads cannot tell the difference.
 */
final class CellLowering {
    private CellLowering() {}

    static void load(SectionWriter section, Instr.Load load, Expr.Cell cell) {
        List<Expr> keys = cell.keys();
        Expr value = map(section, cell, load.access());
        for (Expr key : keys) value = new Expr.Lookup(value, key);
        section.add(new Instr.Assign(load.into(), value, load.span()));
    }

    static void store(SectionWriter section, Instr.Store store, Expr.Cell cell) {
        boolean isShared = store.access().isShared();
        if (isShared) section.begin();
        Local map = map(section, cell, store.access());
        Expr changed = changed(map, cell.keys(), 0, store.value());
        section.add(new Instr.Store(cell.place(), changed, store.access(), store.span()));
        if (isShared) section.end();
    }

    private static Local map(SectionWriter section, Expr.Cell cell, Access access) {
        Expr place = cell.place();
        Type type = ((Type.Pointer) place.type()).target();
        Local map = section.temporary("map " + type, type);
        section.add(new Instr.Load(map, place, access, section.span()));
        return map;
    }

    private static Expr changed(Expr map, List<Expr> keys, int depth, Expr value) {
        if (depth == keys.size()) return value;
        Expr key = keys.get(depth);
        return new Expr.Update(map, key, changed(new Expr.Lookup(map, key), keys, depth + 1, value));
    }
}
