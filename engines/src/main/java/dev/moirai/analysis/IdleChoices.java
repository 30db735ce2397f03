package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;

/**
 * Free values that decide nothing: what a producer draws at random, a consumer takes, and nobody compares. One value
 * speaks for all of them, as long as none of them is looked at.
 *
 * <p>Claim: if the {@linkplain #fixed fixed} program has no failing run, the program has none. For as long as no instruction
 * that is {@linkplain FreeValues#isDecided decided} by a free value executes, a run with other values takes the same steps,
 * and differs in free values only, or it ends silently at an assumption that the one value meets; and the fixed program fails before such an instruction.
 */
public final class IdleChoices {
    /** What signed overflow is, every free value decides. */
    private static final Property DECIDED_BY_ALL = Property.OVERFLOW;

    private IdleChoices() {}

    /**
     * The program with one value for each free value of a number, which fails an assertion where another value could make a
     * difference; none if there is no such value. Of its answers only that nothing fails says something about the program.
     */
    public static Optional<Program> fixed(Program program, Set<Property> properties) {
        if (properties.contains(DECIDED_BY_ALL) || !hasChoice(program)) return Optional.empty();
        var values = new FreeValues(PointsTo.of(program), IdleChoices::isChoice);
        return Optional.of(program.mapFunctions(function -> fixed(function, values)));
    }

    private static boolean hasChoice(Program program) {
        return program.functions().values().stream()
                .anyMatch(function -> function.body().stream().anyMatch(IdleChoices::isChoice));
    }

    private static boolean isChoice(Instr instr) {
        return instr instanceof Instr.Nondet(var into, var source, var _)
                && into.type() instanceof Type.Int(var width, var _)
                && width > 1
                && (source instanceof Source.Anything
                        || source instanceof Source.Returned
                        || source instanceof Source.Unwritten);
    }

    private static Function fixed(Function function, FreeValues values) {
        var body = new ArrayList<Instr>(function.body().size());
        for (int at = 0; at < function.body().size(); at++) {
            Instr instr = function.body().get(at);
            if (values.isDecided(function.name(), at)) {
                // An assumption that other values may not meet leaves out runs; it matters only if this value does not
                // meet it.
                Expr harmless = instr instanceof Instr.Assume(var condition, var _)
                                && values.isHarmless(function.name(), condition)
                        ? condition
                        : Expr.FALSE;
                body.add(new Instr.Assert(harmless, Property.ASSERTION, "a free value decides", instr.span()));
            }
            body.add(
                    instr instanceof Instr.Nondet(var into, var _, var span) && isChoice(instr)
                            ? new Instr.Assign(into, Expr.constant(into.type(), 0), span)
                            : instr);
        }
        return function.withBody(body);
    }
}
