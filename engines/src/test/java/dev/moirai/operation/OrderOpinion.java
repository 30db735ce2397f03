package dev.moirai.operation;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.ir.Program;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Encoding;
import dev.moirai.property.Property;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/** What lowering and the order of events make of an operation. */
final class OrderOpinion {
    private final Operation operation;
    private final Program program;

    OrderOpinion(Operation operation, Path folder) throws IOException {
        this.operation = operation;
        this.program = operation.asserting(folder);
    }

    Set<String> outcomes() {
        return outcomes(EnumSet.of(Property.ASSERTION, Property.DEADLOCK));
    }

    boolean isMisuse() {
        return !outcomes(EnumSet.of(Property.LOCK_MISUSE)).isEmpty();
    }

    private Set<String> outcomes(Set<Property> watched) {
        var bounded = SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(2)), watched);
        var pool = new TermPool();
        Encoding encoding = Encoding.of(bounded, watched, pool);
        var outcomes = new TreeSet<String>();
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            for (Encoding.Claim claim : encoding.violations()) {
                if (!(solver.check(claim.condition()) instanceof Satisfiability.Sat)) continue;
                outcomes.add(
                        switch (claim.property()) {
                            case ASSERTION -> operation.codeAt(claim.span().line());
                            case DEADLOCK -> Operation.WAITS;
                            default -> claim.property().word();
                        });
            }
        }
        return outcomes;
    }
}
