package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.HornSolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tree of clause instances with a broken premise C6' at its root, or several trees under a broken C6, one for each
 * thread's view: the counterexample from which a rank is learnt. Its rows, with separate moments for every instance,
 * are what the paper calls the least solution of the recursion-free clauses.
 */
public final class Derivation {
    public static final int BEFORE = 0;
    public static final int AFTER = 1;

    private final TransitionSystem system;
    private final Node root;
    private int moments = 2;

    /** A clause, and the derivation of each atom of its body. */
    public static final class Node {
        private final Clause clause;
        /** An element is null where the derivation does not give it. */
        private final @Nullable Node[] premises;

        public Node(Clause clause) {
            this.clause = clause;
            this.premises = new Node[clause.body().size()];
        }

        public void premise(int position, Node by) {
            premises[position] = by;
        }
    }

    /** A node's part of the rows: the columns its relation is applied to, and the range of the rows below it. */
    public record Part(Relation relation, List<Long> columns, int from, int to) {}

    /** All rows of a tree; those below a node are adjacent. */
    public record Rows(List<Row> all, List<Part> parts) {}

    public enum Depth {
        /** The steps between the two visits of the loop head, as transitions. */
        RUN,
        /** Also how every state on the way was reached. */
        ALL
    }

    /** @param root an instance of C6' or C6 */
    public Derivation(TransitionSystem system, Node root) {
        this.system = system;
        this.root = root;
    }

    /** Builds the tree from a breadth-first list of uses. */
    public static Derivation of(TransitionSystem system, Map<String, Clause> clauses, List<HornSolver.Use> uses) {
        record Place(@Nullable Node parent, int premise) {}
        var places = new ArrayDeque<Place>();
        Node root = null;
        boolean first = true;
        for (HornSolver.Use use : uses) {
            Place place = first ? null : places.poll();
            Clause clause = clauses.get(use.rule());
            Node node = clause == null ? null : new Node(clause);
            if (place != null && place.parent() != null && node != null) {
                place.parent().premises[place.premise()] = node;
            }
            if (root == null && node != null) root = node;
            first = false;
            for (String premise : use.premises()) {
                places.add(new Place(node, node == null ? 0 : position(node.clause, premise)));
            }
        }
        if (root == null) throw new IllegalStateException("a derivation without clauses");
        return new Derivation(system, root);
    }

    /** The position of the relation in the clause's body; the relations of a body all differ. */
    private static int position(Clause clause, String relation) {
        for (int i = 0; i < clause.body().size(); i++) {
            if (clause.body().get(i).relation().name().equals(relation)) return i;
        }
        throw new IllegalStateException("no premise " + relation + " in " + clause.name());
    }

    /** The loop head that the run comes back to. */
    public int head() {
        return places().size() == 1
                ? places().getFirst()
                : places().get(root.clause.body().getFirst().relation().thread());
    }

    /** The places of all threads that the target's view knows about, when it comes back. */
    private List<Integer> places() {
        return root.clause.body().getFirst().relation().places();
    }

    /** The variables that a rank may use: those that some view has both before and after. */
    public List<Variable> variables() {
        return root.clause.ranked(system);
    }

    /** The steps from the loop head back to it, in order. */
    public List<Transition> path() {
        var path = new ArrayList<Transition>();
        Node at = root.premises[0];
        while (at != null && at.clause.transition().isPresent()) {
            path.addFirst(at.clause.transition().get());
            boolean isRun = !at.clause.body().isEmpty()
                    && at.clause.body().getFirst().relation().kind() == Relation.Kind.RUNS;
            at = isRun ? at.premises[0] : null;
        }
        return path;
    }

    /** The steps by which the loop head was reached. */
    public List<Transition> stem() {
        Node at = root.premises[0];
        while (at != null
                && !at.clause.body().isEmpty()
                && at.clause.body().getFirst().relation().kind() == Relation.Kind.RUNS) {
            at = at.premises[0];
        }
        var stem = new ArrayList<Transition>();
        at = at == null || at.premises.length == 0 ? null : at.premises[0];
        while (at != null && at.clause.transition().isPresent()) {
            stem.addFirst(at.clause.transition().get());
            at = at.premises.length == 0 ? null : at.premises[0];
        }
        return stem;
    }

    /** What is known between the two visits, {@link #BEFORE} and {@link #AFTER}. */
    public Rows rows(Depth depth) {
        moments = 2;
        var rows = new Rows(new ArrayList<>(), new ArrayList<>());
        var columns = new HashMap<Long, Long>();
        for (int i = 0; i < root.premises.length; i++) {
            Atom view = root.clause.body().get(i);
            for (long column : view.columns()) columns.put(column, column);
            if (root.premises[i] != null) expand(root.premises[i], view, columns, depth, rows);
        }
        return rows;
    }

    /**
     * Adds the rows of a node whose head appears outside as {@code as}; {@code outside} maps its columns to those
     * outside.
     */
    private void expand(Node node, Atom as, Map<Long, Long> outside, Depth depth, Rows result) {
        Clause clause = node.clause;
        List<Row> rows = result.all();
        int from = rows.size();
        int base = moments;
        moments += 4;
        var own = new HashMap<Long, Long>();
        Atom head = clause.head().orElseThrow();
        for (int i = 0; i < head.columns().size(); i++) {
            long outer = Objects.requireNonNull(outside.get(as.columns().get(i)));
            Long before = own.putIfAbsent(head.columns().get(i), outer);
            if (before != null && before != outer) rows.add(Row.equal(Linear.column(before), Linear.column(outer)));
        }
        for (Row row : clause.rows()) rows.add(row.renamed(column -> rename(own, column, base)));
        for (int i = 0; i < node.premises.length; i++) {
            Atom premise = clause.body().get(i);
            Node child = node.premises[i];
            if (child == null) continue;
            boolean skipped = depth == Depth.RUN && premise.relation().kind() == Relation.Kind.STATES;
            if (skipped) continue;
            for (long column : premise.columns()) rename(own, column, base);
            expand(child, premise, own, depth, result);
        }
        List<Long> applied = as.columns().stream().map(outside::get).toList();
        result.parts().add(new Part(head.relation(), applied, from, rows.size()));
    }

    private static long rename(Map<Long, Long> own, long column, int base) {
        return own.computeIfAbsent(column, c -> Column.of(Column.variable(c), base + Column.moment(c)));
    }
}
