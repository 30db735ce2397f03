package dev.moirai.verify.bounded;

import dev.moirai.bound.Prelude;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import java.util.Set;

/** The question to an engine that searches within bounds. */
public record BoundedQuestion(Program program, Set<Property> properties, SearchBounds searchBounds) {
    /** What main does before its first thread, if the user says nothing of how far to unwind that. */
    Prelude prelude(Limit limit) {
        boolean isFree =
                searchBounds.bounds().isEmpty() && searchBounds.unwindSet().isEmpty();
        return isFree ? Prelude.of(program, properties, limit::isReached) : Prelude.NONE;
    }
}
