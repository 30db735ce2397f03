package dev.moirai.solve;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.embedded.BitwuzlaSolver;
import dev.moirai.solve.embedded.Z3Solver;
import dev.moirai.solve.sat.Cdcl;
import java.util.Optional;

/** All solvers there are, by the names users write. */
public final class Solvers {
    private Solvers() {}

    /** Why the solver of this name cannot be used here; nothing if it can. */
    public static Optional<String> unavailable(String name) {
        return switch (name) {
            case "moirai" -> Optional.empty();
            case "bitwuzla" -> BitwuzlaSolver.unavailable();
            case "z3" -> Z3Solver.unavailable();
            default -> Optional.of("no solver is called " + name);
        };
    }

    public static Solver named(String name, TermPool pool) {
        return switch (name) {
            case "moirai" -> new ClausalSolver("moirai", pool, new Cdcl());
            case "bitwuzla" -> new BitwuzlaSolver(pool);
            case "z3" -> new Z3Solver(pool);
            default -> throw new IllegalArgumentException("no solver is called " + name);
        };
    }
}
