package dev.moirai.solve;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.OutOfTime;
import dev.moirai.logic.Precedence;
import java.util.Arrays;

/**
 * Believes no model: every one is checked by evaluating the assertions and assumptions as they were given, at a few
 * nanoseconds a node. A wrong model is a defect of a solver or of the translation to it, and is reported as one.
 */
public final class ModelCheckingSolver extends ForwardingSolver {
    private int[] added = new int[16];
    private int count;
    private Precedence orders = new Precedence(0);

    public ModelCheckingSolver(Solver inner) {
        super(inner);
    }

    @Override
    public void add(int term) {
        if (count == added.length) added = Arrays.copyOf(added, count * 2);
        added[count++] = term;
        super.add(term);
    }

    @Override
    public void add(Precedence precedence) {
        orders = orders.and(precedence);
        super.add(precedence);
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        Satisfiability answer = super.check(limit, assumptions);
        if (!(answer instanceof Satisfiability.Sat(var model))) return answer;
        try {
            return pool().until(limit::isReached, () -> {
                check(model, assumptions);
                return answer;
            });
        } catch (OutOfTime e) {
            return new Satisfiability.Unknown(limit.reason());
        }
    }

    private void check(Model model, int... assumptions) {
        var evaluator = new Evaluator(pool(), model);
        for (int i = 0; i < count; i++) require(evaluator, added[i]);
        for (int assumption : assumptions) require(evaluator, assumption);
        orders.places(evaluator);
    }

    private void require(Evaluator evaluator, int term) {
        if (!evaluator.isTrue(term)) {
            throw new IllegalStateException("the model that " + name() + " found does not satisfy term " + term);
        }
    }
}
