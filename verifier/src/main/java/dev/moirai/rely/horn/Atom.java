package dev.moirai.rely.horn;

import java.util.List;

/** A relation of the proof, applied to columns. */
public record Atom(Relation relation, List<Long> columns) {
    public Atom {
        columns = List.copyOf(columns);
        if (columns.size() != relation.parameters().size()) throw new IllegalArgumentException(relation.name());
    }
}
