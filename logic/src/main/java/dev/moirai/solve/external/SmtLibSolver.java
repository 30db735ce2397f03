package dev.moirai.solve.external;

import dev.moirai.logic.MathTerms;
import dev.moirai.logic.SmtLib;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.SExpression;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.SolverStatistics;
import dev.moirai.solve.Watch;
import dev.moirai.value.ValueNames;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Any program that takes SMT-LIB 2.6 on its standard input and answers on its standard output, for example {@code z3
 * -in}, {@code cvc5 --incremental}, {@code bitwuzla}. At a limit the process is killed; the next check starts another
 * one and sends it everything again.
 */
public final class SmtLibSolver implements Solver {
    private final SolverCommand command;
    private final TermPool pool;
    private final List<Integer> assertions = new ArrayList<>();
    private @Nullable Dialogue dialogue;

    public SmtLibSolver(TermPool pool, SolverCommand command) {
        this.pool = pool;
        this.command = command;
    }

    /** A running process and what it has been told. */
    private static final class Dialogue {
        final Process process;
        final BufferedWriter out;
        final BufferedReader in;
        final SmtLib writer;
        int told;
        int labels;

        Dialogue(TermPool pool, SolverCommand command) throws IOException {
            process = new ProcessBuilder(command.words())
                    .redirectErrorStream(true)
                    .start();
            out = process.outputWriter();
            in = process.inputReader();
            writer = new SmtLib(pool, out);
            writer.command("(set-option :print-success false)");
            writer.command("(set-option :produce-models true)");
            writer.command("(set-option :produce-unsat-assumptions true)");
            writer.command("(set-logic ALL)");
        }
    }

    @Override
    public String name() {
        return command.toString();
    }

    @Override
    public TermPool pool() {
        return pool;
    }

    @Override
    public void add(int term) {
        assertions.add(term);
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        if (limit.isReached()) return new Satisfiability.Unknown(limit.reason());
        try {
            Dialogue current = dialogue;
            if (current == null) dialogue = current = new Dialogue(pool, command);
            Process process = current.process;
            try (var _ = Watch.over(limit, process::destroyForcibly)) {
                return ask(current, limit, assumptions);
            }
        } catch (IOException | UncheckedIOException e) {
            String reason = limit.isReached() ? limit.reason() : failure(e);
            close();
            return new Satisfiability.Unknown(reason);
        }
    }

    private String failure(Exception problem) {
        Dialogue current = dialogue;
        String code = "";
        if (current != null) {
            try {
                if (current.process.waitFor(Duration.ofMillis(200))) {
                    code = " (exit code " + current.process.exitValue() + ")";
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return command + ": " + problem.getMessage() + code;
    }

    private Satisfiability ask(Dialogue current, Limit limit, int[] assumptions) throws IOException {
        for (; current.told < assertions.size(); current.told++) {
            current.writer.assertion(assertions.get(current.told));
        }
        List<String> labels = new ArrayList<>();
        for (int assumption : assumptions) {
            String label = "$a" + current.labels++;
            String text = current.writer.reference(assumption);
            current.writer.command("(declare-const " + label + " Bool)");
            current.writer.command("(assert (=> " + label + " " + text + "))");
            labels.add(label);
        }
        current.writer.command(
                labels.isEmpty() ? "(check-sat)" : "(check-sat-assuming (" + String.join(" ", labels) + "))");
        current.out.flush();
        SExpression answer = SExpression.read(current.in);
        if (!(answer instanceof SExpression.Word(var word))) throw new IOException("said " + answer);
        return switch (word) {
            case "sat" -> new Satisfiability.Sat(model(current));
            case "unsat" -> new Satisfiability.Unsat(labels.isEmpty() ? List.of() : core(current, assumptions, labels));
            case "unknown" ->
                new Satisfiability.Unknown(limit.isReached() ? limit.reason() : command + " does not know");
            default -> throw new IOException("said " + word);
        };
    }

    private List<Integer> core(Dialogue current, int[] assumptions, List<String> labels) throws IOException {
        current.writer.command("(get-unsat-assumptions)");
        current.out.flush();
        if (!(SExpression.read(current.in) instanceof SExpression.Many(var parts))) return boxed(assumptions);
        List<Integer> core = new ArrayList<>();
        for (SExpression part : parts) {
            // Not every solver supports this command; without an answer all assumptions are the core.
            int at = part instanceof SExpression.Word(var text) ? labels.indexOf(text) : -1;
            if (at < 0) return boxed(assumptions);
            if (!core.contains(assumptions[at])) core.add(assumptions[at]);
        }
        return core;
    }

    private static List<Integer> boxed(int[] terms) {
        return Arrays.stream(terms).boxed().distinct().toList();
    }

    private Model model(Dialogue current) throws IOException {
        List<Integer> variables = new ArrayList<>();
        for (int node = 1; node < pool.size(); node++) {
            if (pool.op(node).isVariable() && current.writer.isDeclared(node)) variables.add(node);
        }
        long[] values = new long[variables.size()];
        if (!variables.isEmpty()) {
            var question = new StringBuilder("(get-value (");
            for (int variable : variables)
                question.append(current.writer.symbol(variable)).append(' ');
            current.writer.command(question.append("))").toString());
            current.out.flush();
            if (!(SExpression.read(current.in) instanceof SExpression.Many(var pairs))
                    || pairs.size() != values.length) {
                throw new IOException("gave no model");
            }
            for (int i = 0; i < values.length; i++) {
                if (MathTerms.isArray(pool.width(variables.get(i))) || pool.width(variables.get(i)) == MathTerms.REAL) {
                    throw new IOException("has chosen a map or a real, which only the embedded Z3 can tell us");
                }
                long value = value(pairs.get(i));
                boolean integer = pool.width(variables.get(i)) == MathTerms.INTEGER;
                values[i] = integer ? ValueNames.ofInteger(value) : value;
            }
        }
        // The variables are in ascending order, so a binary search finds each one's value.
        return Model.of(variables, variable -> values[Collections.binarySearch(variables, variable)]);
    }

    private static long value(SExpression pair) throws IOException {
        if (!(pair instanceof SExpression.Many(var parts)) || parts.size() != 2) throw new IOException("said " + pair);
        return constant(parts.get(1)).orElseThrow(() -> new IOException("cannot understand " + parts.get(1)));
    }

    private static Optional<Long> constant(SExpression value) {
        try {
            return switch (value) {
                case SExpression.Word(var text) -> {
                    if (text.equals("true")) yield Optional.of(1L);
                    if (text.equals("false")) yield Optional.of(0L);
                    if (text.startsWith("#b")) yield Optional.of(Long.parseUnsignedLong(text.substring(2), 2));
                    if (text.startsWith("#x")) yield Optional.of(Long.parseUnsignedLong(text.substring(2), 16));
                    yield Optional.of(Long.parseLong(text));
                }
                case SExpression.Many(var parts) -> {
                    if (parts.size() == 2 && parts.get(0) instanceof SExpression.Word(var sign) && sign.equals("-")) {
                        yield constant(parts.get(1)).map(v -> -v);
                    }
                    // (_ bv12 32)
                    if (parts.size() == 3 && parts.get(1) instanceof SExpression.Word(var digits)) {
                        yield Optional.of(Long.parseUnsignedLong(digits.substring(2)));
                    }
                    yield Optional.empty();
                }
            };
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public SolverStatistics statistics() {
        return SolverStatistics.NONE;
    }

    @Override
    public void close() {
        Dialogue current = dialogue;
        dialogue = null;
        if (current != null) current.process.destroyForcibly();
    }
}
