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
 * an assertion before each. An assertion that nobody asks about ends the run silently where it fails.
 */
public final class AskedAssertions {
    private AskedAssertions() {}

    public static Program of(Program program, Set<Property> asked) {
        boolean divisions = asked.contains(Property.DIVISION);
        if (!divisions) return program;
        boolean assertions = asked.contains(Property.ASSERTION);
        return program.mapFunctions(function -> of(function, assertions));
    }

    private static Function of(Function function, boolean assertions) {
        var body = new ArrayList<Instr>();
        for (Instr instr : function.body()) {
            List<Instr> checks = ArithmeticChecks.before(instr, Set.of(Property.DIVISION));
            for (Instr check : checks) {
                body.add(
                        check instanceof Instr.Assert(var condition, var _, var message, var span)
                                ? new Instr.Assert(condition, message, span)
                                : check);
            }
            boolean isSilent = instr instanceof Instr.Assert(var _, var property, var _, var _)
                    && property == Property.ASSERTION
                    && !assertions;
            body.add(
                    isSilent && instr instanceof Instr.Assert(var condition, var _, var _, var span)
                            ? new Instr.Assume(condition, span)
                            : instr);
        }
        return function.withBody(body);
    }
}
