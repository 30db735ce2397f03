package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Transition;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A relation of the proof, applied to columns. */
public record Atom(Relation relation, List<Long> columns) {
    public Atom {
        columns = List.copyOf(columns);
        if (columns.size() != relation.parameters().size()) throw new IllegalArgumentException(relation.name());
    }

    private static Atom of(Relation relation, LongUnaryOperator column) {
        return new Atom(
                relation,
                relation.parameters().stream().map(column::applyAsLong).toList());
    }

    /** States at one moment. */
    static Atom at(Relation states, int moment) {
        return of(states, parameter -> Column.of(Column.variable(parameter), Column.moment(parameter) + moment));
    }

    /** States after a step: what was not written is as before. */
    static Atom after(Relation states, Transition t, int now, int next) {
        return of(states, parameter -> afterStep(parameter, t, now, next));
    }

    /** A step's effect between two moments. */
    static Atom between(Relation effect, Transition t, int now, int next) {
        return of(
                effect,
                parameter -> Column.moment(parameter) == 0
                        ? Column.of(Column.variable(parameter), now)
                        : afterStep(parameter, t, now, next));
    }

    /** Runs from one moment to another. */
    static Atom run(Relation runs, int from, int to) {
        return of(runs, parameter -> Column.of(Column.variable(parameter), Column.moment(parameter) == 0 ? from : to));
    }

    /** Runs that began at {@code from}, extended by a step. */
    static Atom run(Relation runs, int from, Transition t, int now, int next) {
        return of(
                runs,
                parameter -> Column.moment(parameter) == 0
                        ? Column.of(Column.variable(parameter), from)
                        : afterStep(parameter, t, now, next));
    }

    private static long afterStep(long parameter, Transition t, int now, int next) {
        int variable = Column.variable(parameter);
        return Column.of(variable, t.written().contains(variable) ? next : now);
    }
}
