package dev.moirai.rely.refine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The premise C6 over tuples of what two threads see of a run. */
class TuplesTest {
    private static final Variable X = new Variable(0, "x", Variable.GLOBAL, Variable.Role.DATA, Optional.empty());
    private static final Variable Y = new Variable(1, "y", Variable.GLOBAL, Variable.Role.DATA, Optional.empty());
    private static final TransitionSystem SYSTEM =
            new TransitionSystem("t.c", List.of(X, Y), List.of(), List.of(), List.of(), List.of());
    private static final List<Long> COLUMNS =
            List.of(Column.of(X, 0), Column.of(Y, 0), Column.of(X, 1), Column.of(Y, 1));
    private static final Relation FIRST = new Relation("T", Relation.Kind.RUNS, 0, 0, List.of(7), COLUMNS);
    private static final Relation SECOND = new Relation("B", Relation.Kind.RUNS, 1, 1, List.of(), COLUMNS);
    private static final Clause PREMISE = new Clause(
            "c",
            "C6",
            List.of(new Atom(FIRST, COLUMNS), new Atom(SECOND, COLUMNS)),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty());

    private static final Row X_FALLS = Row.atLeastZero(X.now().minus(X.next()).plus(-1));
    private static final Row X_STAYS = Row.equal(X.now(), X.next());
    private static final Row Y_FALLS = Row.atLeastZero(Y.now().minus(Y.next()).plus(-1));
    private static final Row Y_STAYS = Row.equal(Y.now(), Y.next());
    private static final Row BOUNDED = Row.atLeastZero(X.now());
    private static final Row BOUNDED_TOO = Row.atLeastZero(Y.now());

    private final Map<Relation, List<Fact>> facts = new HashMap<>();
    private final Tuples tuples = new Tuples(SYSTEM, 0, List.of(PREMISE), facts, Limit.none());

    private Fact fact(Relation relation, Row... rows) {
        var fact = new Fact(relation, Set.of(rows), PREMISE, List.of());
        facts.merge(relation, List.of(fact), (old, more) -> {
            var all = new ArrayList<>(old);
            all.addAll(more);
            return all;
        });
        return fact;
    }

    @Test
    void oneViewMayHaveTheRankForBoth() {
        fact(FIRST, Y_STAYS);
        Fact looksOn = fact(SECOND, X_FALLS, BOUNDED);
        assertThat(tuples.broken(looksOn)).isEmpty();
        assertThat(tuples.ranks()).containsExactly(new Rank(7, X.now()));
    }

    @Test
    void viewsMayNeedEachOther() {
        Fact falls = fact(FIRST, X_FALLS);
        assertThat(tuples.broken(falls)).as("no tuple without a second view").isEmpty();
        Fact bounds = fact(SECOND, BOUNDED);
        assertThat(tuples.broken(bounds)).isEmpty();
        assertThat(tuples.ranks()).containsExactly(new Rank(7, X.now()));
    }

    /**
     * In one run x falls and y stays, in another y falls and x stays; each has a rank. Nothing says that the first view of
     * the one does not go with the second view of the other, so that tuple must be asked about, spurious or not.
     */
    @Test
    void viewsThatCameAboutByDifferentRunsAreCombined() {
        Fact first = fact(FIRST, X_STAYS, BOUNDED_TOO);
        fact(SECOND, Y_FALLS);
        assertThat(tuples.broken(first)).isEmpty();
        Fact other = fact(SECOND, X_STAYS, Y_STAYS);
        assertThat(tuples.broken(other)).contains(new Tuples.Tuple(PREMISE, List.of(first, other)));
    }

    @Test
    void viewsThatContradictEachOtherAreNoRun() {
        fact(FIRST, X_FALLS);
        Fact stays = fact(SECOND, X_STAYS);
        assertThat(tuples.broken(stays)).isEmpty();
        assertThat(tuples.ranks()).isEmpty();
    }

    @Test
    void aRankIsALinearExpression() {
        fact(FIRST, Row.atLeastZero(X.now().plus(Y.now())));
        Fact sum = fact(
                SECOND,
                Row.atLeastZero(
                        X.now().plus(Y.now()).minus(X.next()).minus(Y.next()).plus(-1)));
        assertThat(tuples.broken(sum)).isEmpty();
        assertThat(tuples.ranks())
                .extracting(Rank::expression)
                .containsExactly(Linear.column(Column.of(X, 0)).plus(Linear.column(Column.of(Y, 0))));
    }
}
