package dev.moirai.bound;

import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import java.util.List;
import java.util.Set;

/**
 * A run that meets a violation nobody looks for ends there silently: an assertion of such a property is an assumption, so that
 * others may be let go on before it fails.
 */
public final class UnwatchedAssertions {
    private UnwatchedAssertions() {}

    public static BoundedProgram assume(BoundedProgram program, Set<Property> watched) {
        return program.with(
                program.globals(),
                program.threads().stream()
                        .map(thread -> assume(thread, watched))
                        .toList());
    }

    private static BoundedThread assume(BoundedThread thread, Set<Property> watched) {
        Code from = thread.code();
        var to = new Code(from.locals(), List.of(), List.of());
        for (int i = 0; i < from.size(); i++) {
            Instr instr = from.get(i);
            boolean unwatched =
                    instr instanceof Instr.Assert(var _, var property, var _, var _) && !watched.contains(property);
            to.add(unwatched ? assumed((Instr.Assert) instr) : instr, from.origin(i));
        }
        return thread.with(to);
    }

    private static Instr assumed(Instr.Assert unwatched) {
        return new Instr.Assume(unwatched.condition(), unwatched.span());
    }
}
