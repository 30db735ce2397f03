package dev.moirai.verify.check;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import java.util.Set;

/**
 * The question to the engines of {@code check}; each engine uses the parts that concern it.
 *
 * @param searchBounds of the bounded engines
 * @param backend that the engines which build formulas ask
 * @param maxStates the most states that the explicit search may visit
 */
public record CheckQuestion(
        Program program,
        Set<Property> properties,
        SearchBounds searchBounds,
        Backend backend,
        Check.Reduction reduction,
        long maxStates) {
    CheckQuestion(Program program, Check.Options options) {
        this(
                program,
                options.properties(),
                options.searchBounds(),
                options.backend(),
                options.reduction(),
                options.maxStates());
    }

    /** The same question without bounds. */
    CheckQuestion everywhere() {
        return new CheckQuestion(program, properties, SearchBounds.GROWING, backend, reduction, maxStates);
    }

    CheckQuestion within(SearchBounds others) {
        return new CheckQuestion(program, properties, others, backend, reduction, maxStates);
    }

    /** The solver's name, for engines that ask a solver. */
    String solver() {
        return switch (backend) {
            case Backend.Embedded(var solver) -> solver;
            case Backend.Cbmc _ -> throw new IllegalStateException("CBMC decides sequentialized programs only");
        };
    }

    /** The command that runs CBMC, for the engine that asks it. */
    String cbmc() {
        return switch (backend) {
            case Backend.Cbmc(var command) -> command;
            case Backend.Embedded _ -> throw new IllegalStateException("no CBMC is chosen");
        };
    }
}
