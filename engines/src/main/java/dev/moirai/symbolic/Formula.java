package dev.moirai.symbolic;

import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The result of symbolic execution: when the program violates what, and when the bounds cut it off.
 *
 * @param violations each a condition on the choices under which something goes wrong at a place
 * @param cuts conditions under which execution goes beyond the bounds or beyond what the engine can express
 * @param choices what the program was free to choose: the value of every {@code Nondet}, and what every instruction
 *     read that may have read free contents of an object; by the instruction's index in the body
 * @param arrivals the condition under which control reaches an instruction, by its index in the body
 */
public record Formula(
        TermPool pool, List<Failure> violations, List<Cut> cuts, List<Choice> choices, IntUnaryOperator arrivals) {
    public record Failure(int condition, Property property, String message, SourceSpan span, int instruction) {}

    public record Cut(int condition, CutReason reason) {}

    public record Choice(int instruction, Type type, int term) {}

    /** The condition under which something goes wrong. */
    public int violation() {
        int any = TermPool.FALSE;
        for (Failure failure : violations) any = pool.or(any, failure.condition());
        return any;
    }
}
