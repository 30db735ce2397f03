package dev.moirai.operation;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.emit.Dialect;
import dev.moirai.emit.SequentialC;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Program;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Answers;
import dev.moirai.sequentialize.ChosenValues;
import dev.moirai.sequentialize.Counterexample;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.sequentialize.SequentialProgram;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.symbolic.Formula;
import dev.moirai.symbolic.SymbolicExecution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What lowering, lazy sequentialization and symbolic execution make of an operation. */
final class LazyOpinion {
    private static final int ROUNDS = 4;
    private static final Set<Property> WATCHED = EnumSet.of(Property.ASSERTION, Property.DEADLOCK);

    private final Operation operation;
    private final Path folder;
    private final Program program;

    LazyOpinion(Operation operation, Path folder) throws IOException {
        this.operation = operation;
        this.folder = folder;
        this.program = operation.asserting(folder);
    }

    private SequentialProgram sequential(Set<Property> watched) {
        var bounded = SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(2)), watched);
        if (bounded.isCut()) throw new AssertionError("cut: " + bounded.cuts().toList());
        return Lazy.sequentialize(bounded, LazyOptions.rounds(ROUNDS).withDeadlocks());
    }

    Set<String> outcomes() {
        return models(sequential(WATCHED).unrolled(), WATCHED).keySet();
    }

    boolean isMisuse() {
        Set<Property> watched = EnumSet.of(Property.LOCK_MISUSE);
        return !models(sequential(watched).unrolled(), watched).isEmpty();
    }

    /** By outcome what a model of it chooses. */
    private Map<String, ChosenValues> models(Unrolled unrolled, Set<Property> watched) {
        var pool = new TermPool();
        Formula formula = SymbolicExecution.of(
                unrolled.program(),
                watched,
                new SymbolicExecution.Knowledge(unrolled::site, unrolled.deadlockCheck()),
                pool);
        var models = new TreeMap<String, ChosenValues>();
        try (Solver solver = Solvers.standard(pool)) {
            for (Formula.Failure failure : formula.violations()) {
                String word = switch (failure.property()) {
                    case ASSERTION -> operation.codeAt(failure.span().line());
                    case DEADLOCK -> Operation.WAITS;
                    default -> failure.property().word();
                };
                if (solver.check(failure.condition()) instanceof Satisfiability.Sat(var model)) {
                    var evaluator = new Evaluator(pool, model);
                    Map<Integer, Long> chosen = new HashMap<>();
                    for (Formula.Choice choice : formula.choices()) {
                        chosen.put(
                                choice.instruction(),
                                Arithmetic.normalize(choice.type(), evaluator.value(choice.term())));
                    }
                    models.put(word, index -> chosen.getOrDefault(index, 0L));
                }
            }
        }
        return models;
    }

    // ---- emitted ------------------------------------------------------------------------------------------------

    /** What the emitted C program does when it is told what the models choose, and by chance. */
    Set<String> ofEmittedC() throws IOException, InterruptedException {
        SequentialProgram sequential = sequential(WATCHED);
        Path source = Files.writeString(
                folder.resolve("sequential.c"),
                SequentialC.write(sequential, Dialect.GCC).text());
        Path binary = folder.resolve("sequential");
        String errors = run("gcc", "-fwrapv", "-fno-strict-aliasing", "-o", binary.toString(), source.toString());
        if (!errors.isEmpty()) throw new AssertionError(errors);
        Unrolled unrolled = sequential.unrolled();
        var machine = new Machine(unrolled.sequential().bounded().source(), MachineOptions.DEFAULT);
        var outcomes = new TreeSet<String>();
        for (var entry : models(unrolled, WATCHED).entrySet()) {
            var choices = new StringBuilder();
            var answers = new Answers(unrolled, entry.getValue());
            Counterexample.follow(unrolled, answers, machine);
            for (Answers.Answer answer : answers.given()) {
                if (!answer.isFound()) choices.append(answer.value()).append('\n');
            }
            Path file = Files.writeString(folder.resolve("choices"), choices);
            String word = outcome(run(binary.toString(), file.toString()));
            if (!word.equals(entry.getKey())) throw new AssertionError(entry.getKey() + " became " + word);
            outcomes.add(word);
        }
        for (int seed = 1; seed <= 10; seed++) {
            String said = run(binary.toString(), "--seed", Integer.toString(seed));
            if (!said.isEmpty()) outcomes.add(outcome(said));
        }
        return outcomes;
    }

    private String outcome(String said) {
        if (said.startsWith("violated: deadlock")) return Operation.WAITS;
        var matcher = java.util.regex.Pattern.compile(
                        "violated: assertion.*operation\\.c:(\\d+).*", java.util.regex.Pattern.DOTALL)
                .matcher(said);
        return matcher.matches() ? operation.codeAt(Integer.parseInt(matcher.group(1))) : said;
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
