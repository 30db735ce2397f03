package dev.moirai.frontend.boogie;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the program asks about its threads.
 *
 * @param join whether it waits for threads
 * @param askForChildren whether it asks for the numbers of threads it started
 * @param numbering who gives threads the numbers that the program may ask for
 */
record BoogieThreads(boolean join, boolean askForChildren, Numbering numbering) {
    enum Numbering {
        /** The engines do: the threads are started one after the other, always the same ones. */
        GIVEN,
        /** The program counts them. Else numbers would be those of the text for some engines, those of the run for others. */
        COUNTED
    }

    static BoogieThreads of(Declarations declarations) {
        boolean join = false;
        boolean children = false;
        boolean selves = false;
        for (ProcedureHead procedure : declarations.procedures.values()) {
            List<BoogieStmt> statements = body(procedure);
            join |= any(statements, statement -> statement instanceof BoogieStmt.Join);
            children |= any(statements, statement -> calls(statement, Builtin.CHILD_THREAD_ID));
            selves |= any(statements, statement -> calls(statement, Builtin.THREAD_ID));
        }
        boolean counts = (children || selves) && !new BoogieThreads.Order(declarations).isFixed();
        return new BoogieThreads(join, children, counts ? Numbering.COUNTED : Numbering.GIVEN);
    }

    private static List<BoogieStmt> body(ProcedureHead procedure) {
        return procedure.code().map(code -> code.body().statements()).orElse(List.of());
    }

    private static boolean calls(BoogieStmt statement, Builtin builtin) {
        return statement instanceof BoogieStmt.Call call
                && Builtin.of(call.procedure()).filter(b -> b == builtin).isPresent();
    }

    private static boolean any(List<BoogieStmt> statements, Predicate<BoogieStmt> test) {
        for (BoogieStmt statement : statements) {
            if (test.test(statement)) return true;
            boolean found = switch (statement) {
                case BoogieStmt.If s -> any(s.whenTrue(), test) || any(s.whenFalse(), test);
                case BoogieStmt.While s -> any(s.body(), test);
                case BoogieStmt.Atomic s -> any(s.body(), test);
                default -> false;
            };
            if (found) return true;
        }
        return false;
    }

    /** Whether the same threads are started in the same order in every run, as far as it gets. */
    private record Order(Declarations declarations) {
        boolean isFixed() {
            Set<String> starting = starting();
            for (ProcedureHead procedure : declarations.procedures.values()) {
                List<BoogieStmt> statements = body(procedure);
                // A thread that starts others does so at any time.
                if (any(statements, s -> isAsync(s) && starting.contains(((BoogieStmt.Call) s).procedure())))
                    return false;
                if (starting.contains(procedure.name()) && !isStraight(statements, starting)) return false;
            }
            return true;
        }

        private static boolean isAsync(BoogieStmt statement) {
            return statement instanceof BoogieStmt.Call call && call.async();
        }

        /** The procedures that start threads, themselves or by what they call. */
        private Set<String> starting() {
            var found = new HashSet<String>();
            boolean more = true;
            while (more) {
                more = false;
                for (ProcedureHead procedure : declarations.procedures.values()) {
                    if (any(body(procedure), s -> starts(s, found))) more |= found.add(procedure.name());
                }
            }
            return found;
        }

        private static boolean starts(BoogieStmt statement, Set<String> starting) {
            return statement instanceof BoogieStmt.Call call && (call.async() || starting.contains(call.procedure()));
        }

        /** Whether nothing is jumped over, and threads are started neither in branches nor in loops. */
        private static boolean isStraight(List<BoogieStmt> statements, Set<String> starting) {
            for (BoogieStmt statement : statements) {
                List<BoogieStmt> inside = statement instanceof BoogieStmt.Atomic atomic ? atomic.body() : List.of();
                if (!inside.isEmpty() && !isStraight(inside, starting)) return false;
                boolean jumps = any(
                        List.of(statement),
                        s -> s instanceof BoogieStmt.Goto || (s != statement && s instanceof BoogieStmt.Return));
                boolean nests = statement instanceof BoogieStmt.If || statement instanceof BoogieStmt.While;
                if (jumps || (nests && any(List.of(statement), s -> starts(s, starting)))) return false;
            }
            return true;
        }
    }
}
