package dev.moirai.verify.terminates;

import dev.moirai.ir.Program;
import dev.moirai.property.Reason;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.Explanation;
import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.recurrence.RecurrenceSet;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Abstraction;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Answers whether each thread of a program, or the program, always ends. No proof is accepted before cvc5 has checked
 * it.
 */
public final class Terminates {
    /** The methods of proof; a new prover gets its line here. */
    public enum Method {
        /** All provers at once; the first proof counts. */
        AUTO(new RefineEngine(), new HornEngine()),
        /** Recursive Horn clauses for Z3, ranks by need. */
        HORN(new HornEngine()),
        /** The paper's predicate abstraction and refinement. */
        REFINE(new RefineEngine());

        private final List<Prover> provers;

        Method(Prover... provers) {
            this.provers = List.of(provers);
        }

        List<Prover> provers() {
            return provers;
        }

        EngineId id() {
            return new EngineId(name().toLowerCase(Locale.ROOT));
        }
    }

    /**
     * @param thread the only thread to ask about; if absent, all threads
     * @param schedulers under which the thread must end
     * @param time for all threads together
     */
    public record Options(Optional<String> thread, Method method, Schedulers schedulers, Optional<Duration> time) {
        public static final Options DEFAULT =
                new Options(Optional.empty(), Method.AUTO, Schedulers.ALL, Optional.of(Duration.ofSeconds(60)));

        public Options with(Method other) {
            return new Options(thread, other, schedulers, time);
        }

        public Options within(Duration limit) {
            return new Options(thread, method, schedulers, Optional.of(limit));
        }
    }

    /** The result for a thread. */
    sealed interface Status {
        /**
         * The thread makes finitely many steps in every execution. {@code premises} says how many premises a second
         * solver has checked.
         */
        record Proved(Proof proof, Explanation explanation, Certificate certificate, int premises) implements Status {}

        /** The thread has no loop. */
        record LoopFree() implements Status {}

        /**
         * An execution in which the thread goes on for ever, run by the interpreter.
         *
         * @param begun threads that are started inside the loop; in each iteration new ones take their place
         * @param set if no state needs to come back: the set of states that the run never leaves
         */
        record Endless(Schedule schedule, List<String> begun, boolean fair, Optional<RecurrenceSet> set)
                implements Status {}

        /** Neither was found; {@code path} is a way round a loop for which no rank was found. */
        record Open(Reason reason, List<Transition> path) implements Status {}
    }

    record ThreadAnswer(String thread, boolean many, Status status) {}

    /**
     * @param startsItsOwnKind a thread that may start others of its own kind without end: every thread may end and the
     *     program still not
     */
    record Result(
            List<ThreadAnswer> threads,
            Optional<String> startsItsOwnKind,
            List<String> assumptions,
            List<Abstraction> abstractions,
            boolean fair) {
        Result {
            threads = List.copyOf(threads);
            assumptions = List.copyOf(assumptions);
            abstractions = List.copyOf(abstractions);
        }
    }

    private Terminates() {}

    /** What the question is about. */
    public enum Subject {
        /** Whether each thread ends. */
        THREADS,
        /** Whether the program ends. */
        PROGRAM
    }

    /**
     * Throws an {@link InputException} if the input is rejected or the thread does not exist. If the time is up, the
     * answer has what is known about some threads.
     */
    public static Answer answer(Input input, Options options, Subject subject, Progress progress) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time());
        var threads = new ThreadsInTurn(input, options, budget, progress);
        var account = new Account<Evidence>(progress);
        EngineId engine = options.method().id();
        Finding<Evidence> finding;
        try (var _ = Interruption.stopping(budget::cancel)) {
            account.knows(() -> threads.soFar()
                    .map(result -> TerminationFinding.of(input, subject, engine, result))
                    .orElseGet(() -> Finding.unknown(engine, budget.reason())));
            finding = Inquiry.inTime(
                    budget, engine, account, () -> TerminationFinding.of(input, subject, engine, threads.all()));
        }
        return new Answer(
                new Question(Question.Kind.TERMINATES, input.file().toString()),
                input.limited(finding.verdict()),
                finding.evidence().orElseGet(Evidence.None::new),
                new Cost(
                        finding.engine(),
                        new Statistics((System.nanoTime() - began) / 1e9, Map.of()),
                        List.copyOf(threads.failures())));
    }

    /** Asks about each thread. Throws an {@link InputException} as {@link #answer} does. */
    static Result check(Input input, Options options) {
        return new ThreadsInTurn(input, options, Budget.of(options.time()), Progress.ignored()).all();
    }

    /** Whether it can be proved in that time that no execution of the prepared program, fair or not, goes on for ever. */
    public static boolean provesEveryEnd(Program program, Budget budget, List<Failure> failures) {
        try {
            TransitionSystem system = Systems.of(program, Purpose.TERMINATION, budget.limit());
            return system.threads().stream()
                    .map(thread -> new TerminationQuestion(program, system, thread, Schedulers.ALL))
                    .map(question -> new ThreadTermination(
                                    question, Method.AUTO.provers(), Progress.ignored(), failures)
                            .status(budget))
                    .allMatch(status -> status instanceof Status.Proved || status instanceof Status.LoopFree);
        } catch (UnsupportedException e) {
            return false;
        }
    }
}
