package dev.moirai.rely.transition;

import dev.moirai.rely.transition.Variable.Role;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A smaller system that a proof may do with: the variables that assertions are about and those they are computed from, and,
 * if asked for, locks and what else synchronises. Guards that mention other variables are dropped.
 *
 * <p>Claim: every execution of the system is one of the smaller system too, because guards are only dropped, and what is
 * written to a variable that is kept is kept or becomes anything. So what cannot fail there cannot fail.
 */
public final class Cone {
    private final TransitionSystem system;
    private final BitSet inside = new BitSet();

    /** What is inside besides the assertions' own variables, each with what the one before has. */
    public enum Width {
        /** What threads remember of the locks they have taken. */
        HOLDINGS,
        /** Also the data that waiting depends on. */
        DATA,
        SYNCHRONISATION
    }

    private Cone(TransitionSystem system) {
        this.system = system;
    }

    /** Nothing if it is the whole system. */
    public static Optional<TransitionSystem> of(TransitionSystem system, Width width) {
        var cone = new Cone(system);
        cone.start(width);
        cone.close();
        BitSet all = Slicing.relevant(system);
        all.andNot(cone.inside);
        return all.isEmpty() ? Optional.empty() : Optional.of(Slicing.keeping(system, cone.inside));
    }

    private void start(Width width) {
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) {
                if (thread.location(t.target()).isFailure()) t.rows().forEach(row -> add(variables(row)));
            }
            if (width == Width.HOLDINGS) continue;
            for (Location location : thread.locations()) {
                location.waits()
                        .forEach(wait -> wait.rows()
                                .forEach(row -> variables(row).stream()
                                        .filter(variable ->
                                                system.variable(variable).role() == Role.DATA)
                                        .forEach(inside::set)));
            }
        }
        for (Variable variable : system.variables()) {
            if (variable.role() == Role.HELD) inside.set(variable.index());
        }
        if (width != Width.SYNCHRONISATION) return;
        for (Variable variable : system.variables()) {
            if (variable.role() == Role.SYNC || variable.role() == Role.CONTROL) inside.set(variable.index());
        }
    }

    /** What is written to a variable inside is inside. */
    private void close() {
        boolean changed = true;
        while (changed) {
            int before = inside.cardinality();
            for (ThreadSystem thread : system.threads()) thread.transitions().forEach(t -> follow(t.rows()));
            changed = inside.cardinality() > before;
        }
    }

    private void follow(List<Row> rows) {
        Set<Integer> choices = new HashSet<>();
        for (Row row : rows) {
            boolean defines = row.expression().coefficients().keySet().stream()
                    .anyMatch(column -> Column.moment(column) == Column.NEXT && inside.get(Column.variable(column)));
            if (!defines) continue;
            add(variables(row));
            variables(row).stream().filter(this::isChoice).forEach(choices::add);
        }
        // What restricts a chosen value tells what the value is.
        for (Row row : rows) {
            if (variables(row).stream().anyMatch(choices::contains)) add(variables(row));
        }
    }

    private static Set<Integer> variables(Row row) {
        var variables = new HashSet<Integer>();
        for (long column : row.expression().coefficients().keySet()) variables.add(Column.variable(column));
        return variables;
    }

    private boolean isChoice(int variable) {
        return system.variable(variable).role() == Role.CHOICE;
    }

    private void add(Set<Integer> variables) {
        for (int variable : variables) if (!isChoice(variable)) inside.set(variable);
    }
}
