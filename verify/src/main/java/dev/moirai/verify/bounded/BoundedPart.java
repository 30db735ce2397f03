package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.logic.OutOfTime;
import dev.moirai.order.Cube;
import dev.moirai.sequentialize.Tile;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Subquestion;

/** A share of the interleavings within some bounds, as a question of its own. {@link SplitQuery} asks all of them. */
public sealed interface BoundedPart extends Subquestion<BoundedQuery.Result> {
    /** Builds the query; throws as {@link BoundedMethod#open} does. */
    BoundedQuery open(Limit limit);

    @Override
    default BoundedQuery.Result answer(Limit limit) {
        try (BoundedQuery query = open(limit)) {
            return query.ask(limit);
        } catch (OutOfTime _) {
            return new BoundedQuery.Result.Unknown(limit.reason());
        }
    }

    /** @param unwinding how far loops are unwound within these bounds */
    record OfLazy(BoundedQuestion question, String solver, LazyBounds bounds, BoundOptions unwinding, Tile tile)
            implements BoundedPart {
        @Override
        public BoundedQuery open(Limit limit) {
            return new LazyQuery(question, solver, new Sequentialized(question, bounds, unwinding, tile, limit), limit);
        }
    }

    /** @param unwinding how far loops are unwound */
    record OfOrder(BoundedQuestion question, String solver, BoundOptions unwinding, Cube cube) implements BoundedPart {
        @Override
        public BoundedQuery open(Limit limit) {
            return new OrderQuery(question, solver, unwinding, cube, limit);
        }
    }
}
