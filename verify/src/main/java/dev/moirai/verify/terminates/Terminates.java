package dev.moirai.verify.terminates;

import dev.moirai.ir.Program;
import dev.moirai.property.Reason;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.Explanation;
import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.recurrence.RecurrenceSet;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.rule.Question;
import dev.moirai.rely.rule.Question.Schedulers;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Abstraction;
import dev.moirai.rely.transition.Extraction;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Does it always finish? A file in, an answer for each thread out; no proof is believed before cvc5 has checked it. */
public final class Terminates {
    public enum Method {
        /** Both at once; the first proof counts. */
        AUTO,
        /** Recursive Horn clauses for Z3, ranks by need. */
        HORN,
        /** The paper's predicate abstraction and refinement. */
        REFINE
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

        public Options with(Schedulers other) {
            return new Options(thread, method, other, time);
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

    /** What a first and a second search for a run without an end may take. */
    private static final Duration A_MOMENT = Duration.ofMillis(700);

    /** Longer than anybody waits. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private static final int FEW_STATES = 1_500;
    private static final Duration TO_REFUTE = Duration.ofSeconds(5);
    /** That part of a thread's time is kept for it, if it is no more. */
    private static final int TO_REFUTE_ONE_IN = 4;
    /** Time that a proof's check may take, beyond the time to find it. */
    private static final Duration TO_CONFIRM = Duration.ofSeconds(60);

    private static final Duration TO_FIND_A_FAIR_ONE = Duration.ofSeconds(2);
    private static final int MANY_STATES = 20_000;

    private static final Reason OUT_OF_TIME =
            new Reason(Reason.Kind.TIME, "no proof and no run without an end in its share of the time");

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
        return check(input, options, Progress.IGNORED, new ArrayList<>());
    }

    /** Throws as above. @param failures takes the failures of engines that others made up for */
    public static Result check(Input input, Options options, Progress progress, List<Failure> failures) {
        long began = System.nanoTime();
        Limit limit = Limit.of(options.time());
        try (var _ = Interruption.stopping(limit::cancel)) {
            return check(input, options, limit, began, progress, failures);
        }
    }

    private static Result check(
            Input input, Options options, Limit limit, long began, Progress progress, List<Failure> failures) {
        Program program = input.read();
        TransitionSystem system;
        try {
            system = Systems.of(program, limit);
        } catch (UnsupportedException e) {
            throw new InputException(Diagnostic.error(e.span(), "termination proofs do not cover " + e.construct()));
        }
        var answers = new ArrayList<ThreadAnswer>();
        List<ThreadSystem> asked = asked(system, program, options);
        for (ThreadSystem thread : asked) {
            // What one thread does not use is there for those after it.
            int left = asked.size() - answers.size();
            Limit share = options.time()
                    .filter(time -> time.compareTo(A_YEAR) < 0)
                    .map(time -> limit.within(
                            time.minusNanos(System.nanoTime() - began).dividedBy(left)))
                    .orElse(limit);
            Progress own = progress.of("thread " + thread.name());
            own.at("begins, " + thread.transitions().size() + " transitions");
            Status status = status(program, system, thread, options, share, failures);
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
    public static boolean provesEveryEnd(Program program, Duration time, List<Failure> failures) {
        Limit limit = Limit.of(time);
        Options options = Options.DEFAULT.within(time);
        try {
            TransitionSystem system = Systems.of(program, limit);
            return system.threads().stream()
                    .map(thread -> status(program, system, thread, options, limit, failures))
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

    private static Status status(
            Program program,
            TransitionSystem system,
            ThreadSystem thread,
            Options options,
            Limit limit,
            List<Failure> failures) {
        boolean loops = thread.loopHeads().stream()
                .anyMatch(head -> !thread.from(head.number()).isEmpty());
        if (!loops) return new Status.LoopFree();
        // A run without an end is often short, and then found sooner than the want of a proof.
        Optional<Status> early = endless(program, thread, options, FEW_STATES, limit.atMost(A_MOMENT))
                .or(() -> recurring(program, thread, options, limit.atMost(A_MOMENT)));
        if (early.filter(Terminates::isFair).isPresent()) return early.get();
        if (early.isPresent()) {
            // Whether a fair scheduler allows it is worth a longer look.
            return endless(program, thread, options, MANY_STATES, limit.atMost(TO_FIND_A_FAIR_ONE))
                    .filter(Terminates::isFair)
                    .or(() -> recurring(program, thread, options, limit.atMost(TO_FIND_A_FAIR_ONE)))
                    .filter(Terminates::isFair)
                    .orElse(early.get());
        }
        var question = new Question(system, thread.number(), options.schedulers());
        Duration left = limit.atMost(A_YEAR);
        Duration kept = shorter(TO_REFUTE.multipliedBy(2), left.dividedBy(TO_REFUTE_ONE_IN));
        Limit toProve = limit.within(left.minus(kept));
        ProofResult finding = prove(question, options.method(), toProve, failures);
        return switch (finding) {
            case ProofResult.Proved(var proof) -> confirmed(proof);
            case ProofResult.Open(var reason, var _, var path) ->
                recurring(program, thread, options, shorter(TO_REFUTE, kept.dividedBy(2)))
                        .or(() -> endless(program, thread, options, MANY_STATES, limit.atMost(TO_REFUTE)))
                        .orElseGet(() -> new Status.Open(
                                unfair(system, options)
                                        .orElse(reason.kind() == Reason.Kind.TIME ? OUT_OF_TIME : reason),
                                path));
        };
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** Why fairness could not be used, if so. */
    private static Optional<Reason> unfair(TransitionSystem system, Options options) {
        if (options.schedulers() == Schedulers.ALL) return Optional.empty();
        return system.threads().stream()
                .filter(ThreadSystem::isMany)
                .findFirst()
                .map(many -> new Reason(
                        Reason.Kind.UNDECIDED,
                        "--fair needs a fixed number of threads, and there may be any number of " + many.name()));
    }

    private static Optional<Status> endless(
            Program program, ThreadSystem thread, Options options, int states, Duration time) {
        return EndlessRun.of(program, thread.name(), thread.isMany(), states, time)
                .run()
                .flatMap(run -> counted(run, options));
    }

    private static boolean isFair(Status status) {
        return status instanceof Status.Endless(var _, var _, var fair, var _) && fair;
    }

    private static Optional<Status> recurring(Program program, ThreadSystem thread, Options options, Duration time) {
        return EndlessRun.recurring(program, thread.name(), thread.isMany(), time)
                .flatMap(run -> counted(run, options));
    }

    /** A run that an unfair scheduler is needed for does not count if only fair ones do. */
    private static Optional<Status> counted(EndlessRun run, Options options) {
        return run.fair() || options.schedulers() == Schedulers.ALL
                ? Optional.of(new Status.Endless(run.schedule(), run.begun(), run.fair(), run.set()))
                : Optional.empty();
    }

    private static ProofResult prove(Question question, Method method, Limit limit, List<Failure> failures) {
        return switch (method) {
            case HORN -> new HornEngine().prove(question, limit);
            case REFINE -> new RefineEngine().prove(question, limit);
            case AUTO -> first(question, limit, List.of(new RefineEngine(), new HornEngine()), failures);
        };
    }

    /** All engines at once: a proof of one ends the others; without one, what the first has to say that did not fail. */
    static ProofResult first(Question question, Limit limit, List<Prover> engines, List<Failure> failures) {
        Limit until = limit.within(Duration.ofDays(1));
        var runs = new ArrayList<CompletableFuture<ProofResult>>();
        for (Prover engine : engines) {
            var run = new CompletableFuture<ProofResult>();
            runs.add(run);
            // Each its own question: they cache.
            Thread.ofPlatform().daemon().name(engine.name()).start(() -> {
                try {
                    ProofResult finding = engine.prove(question.again(), until);
                    if (finding instanceof ProofResult.Proved) until.cancel();
                    run.complete(finding);
                } catch (Throwable e) {
                    run.completeExceptionally(e);
                }
            });
        }
        var findings = new ArrayList<ProofResult>();
        CompletionException failed = null;
        for (int i = 0; i < runs.size(); i++) {
            try {
                findings.add(runs.get(i).join());
            } catch (CompletionException e) {
                failed = e;
                Throwable cause = e.getCause();
                failures.add(new Failure(engines.get(i).name(), cause == null ? e : cause));
            }
        }
        if (findings.isEmpty() && failed != null) throw failed;
        return findings.stream()
                .filter(finding -> finding instanceof ProofResult.Proved)
                .findFirst()
                .orElseGet(() -> findings.stream()
                        .filter(finding -> finding instanceof ProofResult.Open open
                                && !open.path().isEmpty())
                        .findFirst()
                        .orElseGet(findings::getFirst));
    }

    /** A proof that the second solver does not confirm is an error of ours, and no answer. */
    private static Status confirmed(Proof proof) {
        Certificate certificate = Certificate.of(proof);
        return switch (certificate.check(Limit.of(TO_CONFIRM))) {
            case Certificate.Check.Valid(var premises) ->
                new Status.Proved(proof, Explanation.of(proof), certificate, premises);
            case Certificate.Check.Undecided(var premise) ->
                new Status.Open(
                        new Reason(
                                Reason.Kind.TIME,
                                "there is a proof, but cvc5 has not confirmed it in time: " + premise),
                        List.of());
            case Certificate.Check.Invalid(var premise, var answer) ->
                throw new IllegalStateException(
                        "cvc5 does not confirm a premise (" + answer + "): " + premise + "\n" + certificate.text());
            case Certificate.Check.Malformed(var why, var _) ->
                throw new IllegalStateException("a certificate is malformed: " + why + "\n" + certificate.text());
        };
    }
}
