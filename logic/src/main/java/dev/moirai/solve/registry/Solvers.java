package dev.moirai.solve.registry;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.ModelCheckingSolver;
import dev.moirai.solve.ScriptChecker;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.Solver;
import dev.moirai.solve.SolverBySort;
import dev.moirai.solve.embedded.BitwuzlaSolver;
import dev.moirai.solve.embedded.CadicalSat;
import dev.moirai.solve.embedded.Cvc5Script;
import dev.moirai.solve.embedded.Z3Horn;
import dev.moirai.solve.embedded.Z3Script;
import dev.moirai.solve.embedded.Z3Solver;
import dev.moirai.solve.external.DimacsSolver;
import dev.moirai.solve.external.SmtLibSolver;
import dev.moirai.solve.external.SolverCommand;
import dev.moirai.solve.sat.Cdcl;
import dev.moirai.solve.sat.ClausalSolver;
import dev.moirai.solve.sat.Effort;
import dev.moirai.solve.sat.RelaySat;
import dev.moirai.solve.sat.SatSolver;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * All solvers, by the names users write: {@code auto} (the default), {@code moirai} (our own), {@code cadical}, {@code
 * bitwuzla}, {@code z3}, or a command line. A command of a known SAT solver ({@code kissat}, {@code cadical -q} ...) is
 * given DIMACS files, any other ({@code z3 -in}) SMT-LIB; the prefixes {@code dimacs:} and {@code smtlib:} force one of
 * the two.
 */
public final class Solvers {
    /** Formulas that need more effort go to CaDiCaL; docs/solvers.md has the measurements behind these numbers. */
    private static final Effort EASY = new Effort(2500, 5_000_000);

    /** The names of solvers that are part of our code; any other name is a command that is run. */
    private static final Set<String> OURS = Set.of("auto", "moirai", "cadical", "bitwuzla", "z3");

    private static final String DIMACS = "dimacs:";
    private static final String SMT_LIB = "smtlib:";

    private Solvers() {}

    public static boolean isOurs(String name) {
        return OURS.contains(name);
    }

    /** The default: our own solver, and for what is not easy CaDiCaL, if it is available. Models are checked. */
    public static Solver standard(TermPool pool) {
        return checked(named("auto", pool));
    }

    /** Decides recursive Horn clauses. */
    public static HornSolver horn() {
        return new Z3Horn();
    }

    /** Decides integers and reals. @throws IllegalStateException if Z3 is {@linkplain #unavailable unavailable} */
    public static SmtSession smtSession() {
        return new Z3Script();
    }

    /** A solver that takes no part in finding proofs. */
    public static ScriptChecker secondOpinion() {
        return new Cvc5Script();
    }

    /** The solver, with models checked. */
    public static Solver checked(Solver solver) {
        return new ModelCheckingSolver(solver);
    }

    /** Why the solver of this name cannot be used here; empty if it can. */
    public static Optional<String> unavailable(String name) {
        return switch (name) {
            case "auto", "moirai" -> Optional.empty();
            case "bitwuzla" -> BitwuzlaSolver.unavailable();
            case "cadical" -> CadicalSat.unavailable();
            case "z3" -> Z3Solver.unavailable();
            default -> command(name).unavailable();
        };
    }

    /** @throws IllegalStateException if an embedded solver is {@linkplain #unavailable unavailable} */
    public static Solver named(String name, TermPool pool) {
        return switch (name) {
            case "auto" ->
                bySort(
                        pool,
                        new ClausalSolver(name, pool, new RelaySat(new Cdcl(), EASY, Solvers::cadical)),
                        Z3Solver::unavailable);
            case "moirai" -> bySort(pool, new ClausalSolver(name, pool, new Cdcl()), () -> onlyBits(name));
            case "cadical" -> bySort(pool, new ClausalSolver(name, pool, new CadicalSat()), () -> onlyBits(name));
            case "bitwuzla" -> bySort(pool, new BitwuzlaSolver(pool), () -> onlyBits(name));
            case "z3" -> new Z3Solver(pool);
            default -> external(name, pool);
        };
    }

    /** Z3 decides what has integers, reals or arrays in it. C has none, so Z3's library is not even loaded. */
    private static Solver bySort(TermPool pool, Solver forBits, Supplier<Optional<String>> unavailable) {
        return pool.hasMath() ? new SolverBySort(forBits, () -> new Z3Solver(pool), unavailable.get()) : forBits;
    }

    private static Optional<String> onlyBits(String name) {
        return Optional.of(name + " decides no integers and no maps; z3 does");
    }

    private static Optional<SatSolver> cadical() {
        return CadicalSat.unavailable().isPresent() ? Optional.empty() : Optional.of(new CadicalSat());
    }

    private static SolverCommand command(String name) {
        if (name.startsWith(DIMACS)) return SolverCommand.parse(name.substring(DIMACS.length()));
        if (name.startsWith(SMT_LIB)) return SolverCommand.parse(name.substring(SMT_LIB.length()));
        return SolverCommand.parse(name);
    }

    private static Solver external(String name, TermPool pool) {
        SolverCommand command = command(name);
        boolean dimacs = name.startsWith(DIMACS) || (!name.startsWith(SMT_LIB) && DimacsSolver.isKnown(command));
        return dimacs
                ? bySort(
                        pool,
                        new ClausalSolver(command.toString(), pool, new DimacsSolver(command)),
                        () -> onlyBits(command.toString()))
                : new SmtLibSolver(pool, command);
    }
}
