package dev.moirai.frontend.boogie;

import java.util.Optional;

/** Corral's procedures for threads, known by their names. */
enum Builtin {
    ATOMIC_BEGIN("corral_atomic_begin", 0),
    ATOMIC_END("corral_atomic_end", 0),
    THREAD_ID("corral_getThreadID", 1),
    CHILD_THREAD_ID("corral_getChildThreadID", 1),
    /** A call of it is the error that is looked for. */
    NOT_REACHABLE("corral_assert_not_reachable", 0);

    private final String procedure;
    private final int results;

    Builtin(String procedure, int results) {
        this.procedure = procedure;
        this.results = results;
    }

    int results() {
        return results;
    }

    /** The builtin that a call means: a program's own procedure of that name with a body is that one. */
    static Optional<Builtin> called(String procedure, Declarations declarations) {
        ProcedureHead own = declarations.procedures.get(procedure);
        return of(procedure).filter(_ -> own == null || own.code().isEmpty());
    }

    static Optional<Builtin> of(String procedure) {
        for (Builtin builtin : values()) if (builtin.procedure.equals(procedure)) return Optional.of(builtin);
        return Optional.empty();
    }
}
