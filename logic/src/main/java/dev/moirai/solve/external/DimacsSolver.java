package dev.moirai.solve.external;

import dev.moirai.solve.Limit;
import dev.moirai.solve.Watch;
import dev.moirai.solve.sat.ClauseList;
import dev.moirai.solve.sat.SatSolver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Any SAT solver that takes a DIMACS file and answers as the SAT competitions ask: exit code 10 or 20, a line {@code s
 * ...} and lines {@code v ...}. MiniSat and Glucose want a second file name to write the model to, and get one. Every check
 * is a new process on a new file; assumptions are clauses in it, and all of them are the core.
 */
public final class DimacsSolver implements SatSolver {
    private static final int SATISFIABLE_CODE = 10;
    private static final int UNSATISFIABLE_CODE = 20;

    private final SolverCommand command;
    private final ClauseList clauses = new ClauseList();
    private final BitSet model = new BitSet();
    private String reason = "";

    public DimacsSolver(SolverCommand command) {
        this.command = command;
    }

    /** Whether a program of this name is known to read DIMACS. */
    public static boolean isKnown(SolverCommand command) {
        String name = command.programName();
        return List.of("kissat", "cadical", "minisat", "glucose", "cryptominisat", "lingeling", "plingeling", "picosat")
                .stream()
                .anyMatch(name::startsWith);
    }

    private boolean writesModelToFile() {
        return command.programName().startsWith("minisat")
                || command.programName().startsWith("glucose");
    }

    @Override
    public int newVariable() {
        return clauses.newVariable();
    }

    @Override
    public void add(int[] literals, int length) {
        clauses.add(literals, length);
    }

    @Override
    public Result solve(Limit limit, int... assumptions) {
        Path input = null;
        Path output = null;
        try {
            input = Files.createTempFile("moirai", ".cnf");
            output = Files.createTempFile("moirai", ".out");
            try (var writer = Files.newBufferedWriter(input)) {
                clauses.write(writer, assumptions);
            }
            return run(limit, input, output);
        } catch (IOException e) {
            reason = command + ": " + e.getMessage();
            return Result.UNKNOWN;
        } finally {
            delete(input);
            delete(output);
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) Files.deleteIfExists(file);
        } catch (IOException e) {
            // What remains lies among the system's temporary files, which are cleared in time.
        }
    }

    private Result run(Limit limit, Path input, Path output) throws IOException {
        List<String> words = new ArrayList<>(command.words());
        words.add(input.toString());
        if (writesModelToFile()) words.add(output.toString());
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.redirectOutput(
                writesModelToFile() ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.to(output.toFile()));
        Process process = builder.start();
        int code;
        try (var _ = Watch.over(limit, process::destroyForcibly)) {
            code = process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            reason = "interrupted";
            return Result.UNKNOWN;
        }
        return switch (code) {
            case SATISFIABLE_CODE -> {
                readModel(output);
                yield Result.SATISFIABLE;
            }
            case UNSATISFIABLE_CODE -> Result.UNSATISFIABLE;
            default -> {
                reason = limit.isReached()
                        ? limit.reason()
                        : command + " ended with exit code " + code + firstLine(output);
                yield Result.UNKNOWN;
            }
        };
    }

    private static String firstLine(Path output) throws IOException {
        try (var lines = Files.lines(output)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("c"))
                    .findFirst()
                    .map(line -> ": " + line)
                    .orElse("");
        }
    }

    private void readModel(Path output) throws IOException {
        model.clear();
        try (BufferedReader reader = Files.newBufferedReader(output)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                // MiniSat's file has a line SAT and then bare literals; other solvers mark theirs with v.
                String literals = line.startsWith("v ") ? line.substring(2) : writesModelToFile() ? line : "";
                var words = new StringTokenizer(literals);
                while (words.hasMoreTokens()) {
                    String word = words.nextToken();
                    if (word.equals("SAT")) continue;
                    int literal = Integer.parseInt(word);
                    if (literal > 0) model.set(literal);
                }
            }
        } catch (NumberFormatException e) {
            throw new IOException("cannot understand its model", e);
        }
    }

    @Override
    public boolean isTrue(int variable) {
        return model.get(variable);
    }

    @Override
    public boolean isFailed(int assumption) {
        return true;
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public int variables() {
        return clauses.variables();
    }

    @Override
    public long clauses() {
        return clauses.clauses();
    }

    @Override
    public long conflicts() {
        return 0;
    }

    @Override
    public void close() {}
}
