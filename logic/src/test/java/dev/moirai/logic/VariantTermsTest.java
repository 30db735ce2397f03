package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.VariantTerms.Case;
import dev.moirai.logic.VariantTerms.VariantSort;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of integers, as the smallest variant that contains itself. */
class VariantTermsTest {
    private static final int NIL = 0;
    private static final int CONS = 1;

    private final TermPool pool = new TermPool();
    private final MathTerms math = pool.math();
    private final VariantTerms variants = math.variants();
    private final int list = variants.sort("list", this::meaning);

    private VariantSort meaning() {
        int self = variants.sort("list", this::meaning);
        var cons = new Case("cons", List.of(MathTerms.INTEGER, self));
        return new VariantSort("list", List.of(new Case("nil", List.of()), cons), NIL);
    }

    private int cons(int head, int tail) {
        return variants.make(list, CONS, head, tail);
    }

    private int nil() {
        return variants.make(list, NIL);
    }

    @Test
    void whatIsMadeIsTakenApartAtOnce() {
        int head = math.variable("h", MathTerms.INTEGER);
        int chosen = pool.boolVar("chosen");
        int value = pool.ite(chosen, cons(head, nil()), nil());
        assertThat(variants.part(cons(head, nil()), CONS, 0)).isEqualTo(head);
        assertThat(variants.isCase(value, CONS)).isEqualTo(chosen);
        assertThat(pool.eq(value, nil())).isEqualTo(-chosen);
        assertThat(pool.eq(cons(head, nil()), cons(math.integer(1), nil()))).isEqualTo(pool.eq(head, math.integer(1)));
    }

    @Test
    void z3FindsValuesAndKnowsThatTheyAreFinite() {
        int free = math.variable("free", list);
        try (var solver = Solvers.standard(pool)) {
            solver.add(variants.isCase(free, CONS));
            solver.add(pool.eq(variants.part(free, CONS, 0), math.integer(7)));
            solver.add(variants.isCase(variants.part(free, CONS, 1), CONS));
            var answer = (Satisfiability.Sat) solver.check();
            long value = answer.model().value(free);
            assertThat(Exact.isCase(value, CONS, NIL)).isTrue();
            assertThat(Exact.part(value, CONS, 0)).isEqualTo(7);
            solver.add(pool.eq(free, cons(math.integer(7), free)));
            assertThat(solver.check()).isInstanceOf(Satisfiability.Unsat.class);
        }
    }

    @Test
    void zeroHasTheNameOfAllZeros() {
        assertThat(ValueNames.ofVariant(NIL, NIL, new long[0])).isZero();
        long one = ValueNames.ofVariant(NIL, CONS, new long[] {3, 0});
        assertThat(ValueNames.ofVariant(NIL, CONS, new long[] {3, 0})).isEqualTo(one);
        assertThat(Exact.part(one, CONS, 0)).isEqualTo(3);
        assertThat(ValueNames.text(one)).isEqualTo("#1(3, 0)");
    }
}
