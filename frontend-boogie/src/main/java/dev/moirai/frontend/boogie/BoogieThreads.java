package dev.moirai.frontend.boogie;

import java.util.List;

/** What the program asks about its threads. */
record BoogieThreads(boolean join, boolean askForChildren) {
    static BoogieThreads of(Declarations declarations) {
        boolean join = false;
        boolean children = false;
        for (ProcedureHead procedure : declarations.procedures.values()) {
            if (procedure.code().isEmpty()) continue;
            List<BoogieStmt> statements = procedure.code().get().body().statements();
            join |= any(statements, statement -> statement instanceof BoogieStmt.Join);
            children |= any(
                    statements,
                    statement -> statement instanceof BoogieStmt.Call call
                            && Builtin.of(call.procedure())
                                    .filter(b -> b == Builtin.CHILD_THREAD_ID)
                                    .isPresent());
        }
        return new BoogieThreads(join, children);
    }

    private static boolean any(List<BoogieStmt> statements, java.util.function.Predicate<BoogieStmt> test) {
        for (BoogieStmt statement : statements) {
            boolean found = test.test(statement)
                    || switch (statement) {
                        case BoogieStmt.If s -> any(s.whenTrue(), test) || any(s.whenFalse(), test);
                        case BoogieStmt.While s -> any(s.body(), test);
                        case BoogieStmt.Atomic s -> any(s.body(), test);
                        default -> false;
                    };
            if (found) return true;
        }
        return false;
    }
}
