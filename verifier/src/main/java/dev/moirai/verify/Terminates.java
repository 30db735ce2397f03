package dev.moirai.verify;

import dev.moirai.ir.Program;
import dev.moirai.rely.Certificate;
import dev.moirai.rely.Engine;
import dev.moirai.rely.Explanation;
import dev.moirai.rely.Finding;
import dev.moirai.rely.Proof;
import dev.moirai.rely.Systems;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.transition.Abstraction;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does it always finish? A file in, an answer for each thread out; no proof is believed before cvc5 has checked it. */
public final class Terminates {
    public enum Method {
        AUTO,
        HORN
    }

    /**
     * @param thread the one thread to ask about; all of them without it
     * @param time for all threads together
     */
    public record Options(Optional<String> thread, Method method, Optional<Duration> time) {
        public static final Options DEFAULT =
                new Options(Optional.empty(), Method.AUTO, Optional.of(Duration.ofSeconds(60)));
    }

    /** What was found out about a thread. */
    public sealed interface Status {
        /** Finitely many steps in every execution. {@code premises} were checked by a second solver. */
        record Proved(Proof proof, Explanation explanation, Certificate certificate, int premises) implements Status {}

        /** The thread has no loop. */
        record LoopFree() implements Status {}

        /** An execution in which the thread goes on for ever, run by the interpreter. */
        record Endless(Schedule schedule, boolean fair) implements Status {}

        /** Neither; {@code path} is the way round a loop for which no rank was found. */
        record Open(String reason, List<Transition> path) implements Status {}
    }

    public record ThreadAnswer(String thread, boolean many, Status status) {}

    public record Answer(
            String file,
            List<ThreadAnswer> threads,
            List<String> assumptions,
            List<Abstraction> abstractions,
            String engine,
            double seconds) {
        public Answer {
            threads = List.copyOf(threads);
            assumptions = List.copyOf(assumptions);
            abstractions = List.copyOf(abstractions);
        }
    }

    /** What the search for a run without an end may take. */
    private static final Duration TO_REFUTE = Duration.ofSeconds(5);

    private Terminates() {}

    /** Throws an {@link InputException} for what is not C we can take, and for a thread that does not exist. */
    public static Answer check(Input input, Options options) {
        long began = System.nanoTime();
        Limit limit = options.time().map(Limit::of).orElseGet(Limit::none);
        Program program = input.read();
        TransitionSystem system;
        try {
            system = Systems.of(program, limit);
        } catch (UnsupportedException e) {
            throw new InputException(Diagnostic.error(e.span(), "termination proofs do not cover " + e.construct()));
        }
        var answers = new ArrayList<ThreadAnswer>();
        for (ThreadSystem thread : asked(system, program, options)) {
            answers.add(new ThreadAnswer(thread.name(), thread.isMany(), status(program, system, thread, limit)));
        }
        return new Answer(
                input.file().toString(),
                answers,
                system.assumptions(),
                system.abstractions(),
                "horn",
                (System.nanoTime() - began) / 1e9);
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

    private static Status status(Program program, TransitionSystem system, ThreadSystem thread, Limit limit) {
        boolean loops = thread.loopHeads().stream()
                .anyMatch(head -> !thread.from(head.number()).isEmpty());
        if (!loops) return new Status.LoopFree();
        Engine engine = new HornEngine();
        return switch (engine.prove(system, thread.number(), limit)) {
            case Finding.Proved(var proof) -> confirmed(proof);
            case Finding.Open(var reason, var _, var path) -> {
                var search = EndlessRun.of(program, thread.name(), thread.isMany(), TO_REFUTE);
                yield search.run()
                        .<Status>map(run -> new Status.Endless(run.schedule(), run.fair()))
                        .orElseGet(() -> new Status.Open(reason, path));
            }
        };
    }

    /** A proof that the second solver does not confirm is an error of ours, and no answer. */
    private static Status confirmed(Proof proof) {
        Certificate certificate = Certificate.of(proof);
        return switch (certificate.check(Limit.none())) {
            case Certificate.Check.Valid(var premises) ->
                new Status.Proved(proof, Explanation.of(proof), certificate, premises);
            case Certificate.Check.Invalid(var premise, var answer) ->
                throw new IllegalStateException(
                        "cvc5 does not confirm a premise (" + answer + "): " + premise + "\n" + certificate.text());
            case Certificate.Check.Malformed(var why) ->
                throw new IllegalStateException("a certificate is malformed: " + why + "\n" + certificate.text());
        };
    }
}
