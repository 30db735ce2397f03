package dev.moirai.rely.transition;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The program in which what is asked about are assertions, and nothing else is one: divisions that must have a result, with
 * an assertion before each, and what a program itself says of its memory. An assertion that nobody asks about ends the run silently where it fails.
 */
public final class AskedAssertions {
    /** What asks for another program than the given one. */
    private static final Set<Property> OTHERS = Set.of(Property.DIVISION, Property.LOCK_MISUSE, Property.MEMORY);

    private AskedAssertions() {}

    public static Program of(Program program, Set<Property> asked) {
        boolean asItIs = asked.stream().noneMatch(OTHERS::contains);
        return asItIs ? program : program.mapFunctions(function -> of(function, asked));
    }

    private static Function of(Function function, Set<Property> asked) {
        boolean divisions = asked.contains(Property.DIVISION);
        var body = new ArrayList<Instr>();
        for (Instr instr : function.body()) {
            List<Instr> checks = divisions ? ArithmeticChecks.before(instr, Set.of(Property.DIVISION)) : List.of();
            for (Instr check : checks) {
                body.add(
                        check instanceof Instr.Assert(var condition, var _, var message, var span)
                                ? new Instr.Assert(condition, message, span)
                                : check);
            }
            body.add(
                    instr instanceof Instr.Assert(var condition, var property, var message, var span)
                            ? asked.contains(property)
                                    ? new Instr.Assert(condition, message, span)
                                    : new Instr.Assume(condition, span)
                            : instr);
        }
        return function.withBody(body);
    }
}
