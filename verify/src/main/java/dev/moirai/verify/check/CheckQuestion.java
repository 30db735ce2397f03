package dev.moirai.verify.check;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import java.util.Set;

/**
 * Can the program fail so? What every engine of {@code check} is asked, and takes of it what concerns it.
 *
 * @param searchBounds how far bounded engines look
 * @param backend whom engines ask that build formulas
 * @param maxStates how many the explicit search may visit
 */
record CheckQuestion(
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

    /** The same without any bounds. */
    CheckQuestion everywhere() {
        return new CheckQuestion(program, properties, SearchBounds.GROWING, backend, reduction, maxStates);
    }

    /** For engines that ask a solver. */
    String solver() {
        return switch (backend) {
            case Backend.Embedded(var solver) -> solver;
            case Backend.Cbmc _ -> throw new IllegalStateException("CBMC decides sequentialized programs only");
        };
    }

    /** For the one that asks CBMC. */
    String cbmc() {
        return switch (backend) {
            case Backend.Cbmc(var command) -> command;
            case Backend.Embedded _ -> throw new IllegalStateException("no CBMC is chosen");
        };
    }
}
