package dev.moirai.verify.terminates;

import dev.moirai.ir.Program;
import dev.moirai.property.Reason;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.Explanation;
import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.recurrence.RecurrenceSet;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.rule.ProofQuestion.Schedulers;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Abstraction;
import dev.moirai.rely.transition.Extraction;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Does it always finish? A file in, an answer for each thread out; no proof is believed before cvc5 has checked it. */
public final class Terminates {
    /** All engines that prove; a new one gets its line here. */
    public enum Method {
        /** All at once; the first proof counts. */
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
    }

    /**
     * @param thread the one thread to ask about; all of them without it
     * @param schedulers under which the thread is to end
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

    /** What was found out about a thread. */
    public sealed interface Status {
        /** Finitely many steps in every execution. {@code premises} were checked by a second solver. */
        record Proved(Proof proof, Explanation explanation, Certificate certificate, int premises) implements Status {}

        /** The thread has no loop. */
        record LoopFree() implements Status {}

        /**
         * An execution in which the thread goes on for ever, run by the interpreter.
         *
         * @param begun threads that begin in the loop; each time round others take their parts
         * @param set if no state need come back: the states that it never leaves
         */
        record Endless(Schedule schedule, List<String> begun, boolean fair, Optional<RecurrenceSet> set)
                implements Status {}

        /** Neither; {@code path} is the way round a loop for which no rank was found. */
        record Open(Reason reason, List<Transition> path) implements Status {}
    }

    public record ThreadAnswer(String thread, boolean many, Status status) {}

    /** @param startsItsOwnKind a thread of which there may be more and more, so that all may end and the program not */
    public record Result(
            String file,
            List<ThreadAnswer> threads,
            Optional<String> startsItsOwnKind,
            List<String> assumptions,
            List<Abstraction> abstractions,
            String engine,
            boolean fair,
            double seconds) {
        public Result {
            threads = List.copyOf(threads);
            assumptions = List.copyOf(assumptions);
            abstractions = List.copyOf(abstractions);
        }
    }

    /** Longer than anybody waits. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private Terminates() {}

    /** What is asked about. */
    public enum Subject {
        /** Whether each thread comes to its end. */
        THREADS,
        /** Whether the program does. */
        PROGRAM
    }

    /** Throws an {@link InputException} for what is not C we can take, and for a thread that does not exist. */
    public static Answer answer(Input input, Options options, Subject subject, Progress progress) {
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        Result result = check(input, options, progress, failures);
        return TerminationAnswer.of(input, subject, result, List.copyOf(failures));
    }

    /** Throws an {@link InputException} for what is not C we can take, and for a thread that does not exist. */
    public static Result check(Input input, Options options) {
        return check(input, options, Progress.ignored(), new ArrayList<>());
    }

    /** Throws as above. @param failures takes the failures of engines that others made up for */
    public static Result check(Input input, Options options, Progress progress, List<Failure> failures) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time());
        try (var _ = Interruption.stopping(budget::cancel)) {
            return check(input, options, budget, began, progress, failures);
        }
    }

    private static Result check(
            Input input, Options options, Budget budget, long began, Progress progress, List<Failure> failures) {
        Program program = input.read();
        TransitionSystem system;
        try {
            system = Systems.of(program, budget.limit());
        } catch (UnsupportedException e) {
            throw new InputException(Diagnostic.error(e.span(), "termination proofs do not cover " + e.construct()));
        }
        var answers = new ArrayList<ThreadAnswer>();
        List<ThreadSystem> asked = asked(system, program, options);
        for (ThreadSystem thread : asked) {
            // What one thread does not use is there for those after it.
            int left = asked.size() - answers.size();
            Budget share = options.time()
                    .filter(time -> time.compareTo(A_YEAR) < 0)
                    .map(time -> budget.atMost(
                            time.minusNanos(System.nanoTime() - began).dividedBy(left)))
                    .orElse(budget);
            Progress own = progress.of("thread " + thread.name());
            own.at("begins, " + thread.transitions().size() + " transitions");
            var question = new TerminationQuestion(program, system, thread, options.schedulers());
            Status status = new ThreadTermination(question, options.method().provers(), own, failures).status(share);
            own.at(words(status));
            answers.add(new ThreadAnswer(thread.name(), thread.isMany(), status));
        }
        return new Result(
                input.file().toString(),
                answers,
                Extraction.startsItsOwnKind(program),
                system.assumptions(),
                system.abstractions(),
                options.method().name().toLowerCase(Locale.ROOT),
                options.schedulers() == Schedulers.STRONGLY_FAIR,
                (System.nanoTime() - began) / 1e9);
    }

    private static String words(Status status) {
        return switch (status) {
            case Status.LoopFree() -> "it has no loop";
            case Status.Proved(var proof, var _, var _, var premises) ->
                "proved by " + proof.engine() + ", " + premises + " premises checked";
            case Status.Endless(var schedule, var _, var fair, var _) ->
                (fair ? "a fair" : "an unfair") + " run without an end, "
                        + schedule.steps().size() + " steps";
            case Status.Open(var reason, var _) -> "open: " + reason.words();
        };
    }

    /** Whether it can be proved in that time that no execution of the prepared program, fair or not, goes on for ever. */
    public static boolean provesEveryEnd(Program program, Budget budget, List<Failure> failures) {
        try {
            TransitionSystem system = Systems.of(program, budget.limit());
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

    private static List<ThreadSystem> asked(TransitionSystem system, Program program, Options options) {
        if (options.thread().isEmpty()) return system.threads();
        String name = options.thread().get();
        List<ThreadSystem> named = system.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .toList();
        if (named.isEmpty()) {
            String known = String.join(
                    ", ", system.threads().stream().map(ThreadSystem::name).toList());
            throw new InputException(Diagnostic.error(
                    program.function(program.entry()).span(), "no thread is called " + name + "; there are: " + known));
        }
        return named;
    }
}
