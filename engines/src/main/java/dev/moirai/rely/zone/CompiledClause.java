package dev.moirai.rely.zone;

import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A clause as a function from zones of the relations in its body to a zone of the relation in its head. */
final class CompiledClause {
    /** How many times rows are used again because others have said more. */
    private static final int MOST_ROUNDS = 6;

    private final Clause clause;
    private final ZoneShape shape;
    private final List<int[]> arguments = new ArrayList<>();
    private final List<Inequality> rows = new ArrayList<>();
    private final int[] result;

    CompiledClause(Clause clause, BitSet flags) {
        this.clause = clause;
        Map<Long, Integer> index = new LinkedHashMap<>();
        for (Atom atom : clause.body()) for (long column : atom.columns()) index.putIfAbsent(column, index.size());
        for (Row row : clause.rows()) {
            for (long column : row.expression().coefficients().keySet()) index.putIfAbsent(column, index.size());
        }
        clause.head().ifPresent(head -> {
            for (long column : head.columns()) index.putIfAbsent(column, index.size());
        });
        shape = new ZoneShape(List.copyOf(index.keySet()), column -> flags.get(Column.variable(column)));
        for (Atom atom : clause.body()) arguments.add(places(atom, index));
        for (Row row : clause.rows()) rows.addAll(Inequality.of(row, index));
        result = clause.head().map(head -> places(head, index)).orElse(new int[0]);
    }

    private static int[] places(Atom atom, Map<Long, Integer> index) {
        return atom.columns().stream().mapToInt(index::get).toArray();
    }

    /** What it costs to apply it: at least one, more if many differences are to be kept. */
    long effort() {
        long size = shape.numeric();
        return 1 + size * size * size / 1000;
    }

    String name() {
        return clause.name();
    }

    List<Atom> body() {
        return clause.body();
    }

    /** The relation that it says something about; none if it says that its body is never true. */
    Optional<Relation> head() {
        return clause.head().map(Atom::relation);
    }

    /** Where the columns of the head are among those of {@link #meet}. */
    int[] result() {
        return result;
    }

    /** What nothing is known of yet. */
    Zone everything() {
        return Zone.all(shape);
    }

    /** Makes the zone smaller by that of an atom of the body; false if they plainly exclude each other. */
    boolean meet(Zone zone, int atom, Zone chosen) {
        return zone.meet(chosen, arguments.get(atom));
    }

    /** Uses the rows until they say nothing new; false if nothing is left. */
    boolean tighten(Zone zone) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (!zone.close()) return false;
            boolean changed = false;
            for (Inequality row : rows) {
                switch (row.tighten(zone)) {
                    case EMPTY -> {
                        return false;
                    }
                    case SMALLER -> changed = true;
                    case NOTHING -> {}
                }
            }
            if (!changed) return true;
        }
        return zone.close();
    }
}
