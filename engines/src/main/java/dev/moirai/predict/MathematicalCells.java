package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.trace.Range;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cells of what holds mathematical values: one for every range that is accessed. An access to a map, or to a row of it, is one to all
 * cells further inside as well.
 */
final class MathematicalCells {
    private final Map<Range, Cell> own = new LinkedHashMap<>();

    /** Makes a cell of the range if the instruction takes it as something mathematical. */
    boolean add(Range range, Instr instr) {
        Optional<Type> type = held(instr);
        type.ifPresent(it -> own.put(range, Cell.holding(it, range)));
        return type.isPresent();
    }

    private static Optional<Type> held(Instr instr) {
        return switch (instr) {
            case Instr.Load i -> held(i.address(), i.into().type());
            case Instr.Store i -> held(i.address(), i.value().type());
            default -> Optional.empty();
        };
    }

    private static Optional<Type> held(Expr address, Type type) {
        boolean isMathematical = address instanceof Expr.Cell || type instanceof Type.Mathematical;
        return isMathematical ? Optional.of(type) : Optional.empty();
    }

    Collection<Cell> cells() {
        return own.values();
    }

    /** The cells that an access to a range touches: that of the range first, and then from the outside inwards. */
    Map<Range, List<Cell>> byRange() {
        Map<Integer, List<Cell>> byObject = new HashMap<>();
        for (Cell cell : own.values())
            byObject.computeIfAbsent(cell.object(), _ -> new ArrayList<>()).add(cell);
        byObject.values()
                .forEach(all ->
                        all.sort(Comparator.comparingInt(cell -> cell.keys().size())));
        var result = new HashMap<Range, List<Cell>>();
        own.forEach((range, cell) -> {
            var touched = new ArrayList<>(List.of(cell));
            List<Cell> all = byObject.getOrDefault(cell.object(), List.of());
            for (int i = all.size() - 1; i >= 0 && isInside(all.get(i), cell); i--) touched.add(1, all.get(i));
            touched.removeIf(each -> each != cell && !leadsTo(cell, each));
            result.put(range, touched);
        });
        return result;
    }

    /** Whether there are more keys on the way to the first than to the second. */
    private static boolean isInside(Cell inner, Cell outer) {
        return inner.keys().size() > outer.keys().size();
    }

    private static boolean leadsTo(Cell outer, Cell inner) {
        return inner.keys().subList(0, outer.keys().size()).equals(outer.keys());
    }
}
