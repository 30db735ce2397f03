package dev.moirai.verify.terminates;

import dev.moirai.ir.Program;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Extraction;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.terminates.Terminates.Options;
import dev.moirai.verify.terminates.Terminates.Result;
import dev.moirai.verify.terminates.Terminates.Status;
import dev.moirai.verify.terminates.Terminates.ThreadAnswer;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Decides the threads of a program one after the other, each with its share of the time that is left. Another thread
 * may ask at any time for what is known so far.
 */
final class ThreadsInTurn {
    /** Stands for no limit. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private final Input input;
    private final Options options;
    private final Budget budget;
    private final Progress progress;
    private final long began = System.nanoTime();
    private final List<Failure> failures = new CopyOnWriteArrayList<>();
    private final List<ThreadAnswer> answers = new CopyOnWriteArrayList<>();
    private volatile Optional<Asked> asked = Optional.empty();

    /** The program, and the threads that the question is about. */
    private record Asked(Program program, TransitionSystem system, List<ThreadSystem> threads) {}

    ThreadsInTurn(Input input, Options options, Budget budget, Progress progress) {
        this.input = input;
        this.options = options;
        this.budget = budget;
        this.progress = progress;
    }

    /** Throws an {@link InputException} if the input is rejected or the thread does not exist. */
    Result all() {
        Asked now = asked();
        asked = Optional.of(now);
        for (ThreadSystem thread : now.threads()) {
            Progress own = progress.of("thread " + thread.name());
            own.at("begins, " + thread.transitions().size() + " transitions");
            var question = new TerminationQuestion(now.program(), now.system(), thread, options.schedulers());
            Status status = new ThreadTermination(question, options.method().provers(), own, failures)
                    .status(share(now.threads().size() - answers.size()));
            own.at(words(status));
            answers.add(new ThreadAnswer(thread.name(), thread.isMany(), status));
        }
        return result(now, answers);
    }

    /** What is known so far, once the threads are known: those that have not had their turn are open. */
    Optional<Result> soFar() {
        return asked.map(known -> {
            var all = new ArrayList<>(answers);
            for (ThreadSystem thread :
                    known.threads().subList(all.size(), known.threads().size())) {
                all.add(new ThreadAnswer(thread.name(), thread.isMany(), new Status.Open(budget.reason(), List.of())));
            }
            return result(known, all);
        });
    }

    /** Internal errors of engines. */
    List<Failure> failures() {
        return failures;
    }

    private Asked asked() {
        Program program = input.read();
        try {
            TransitionSystem system = Systems.of(program, Purpose.TERMINATION, budget.limit());
            return new Asked(program, system, threads(system, program));
        } catch (UnsupportedException e) {
            throw new InputException(Diagnostic.error(e.span(), "termination proofs do not cover " + e.construct()));
        }
    }

    private List<ThreadSystem> threads(TransitionSystem system, Program program) {
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

    /** The share of one thread of the time that is left; what it does not use is left for the threads after it. */
    private Budget share(int threadsLeft) {
        return options.time()
                .filter(time -> time.compareTo(A_YEAR) < 0)
                .map(time ->
                        budget.atMost(time.minusNanos(System.nanoTime() - began).dividedBy(threadsLeft)))
                .orElse(budget);
    }

    private Result result(Asked known, List<ThreadAnswer> threads) {
        return new Result(
                threads,
                Extraction.startsItsOwnKind(known.program()),
                known.system().assumptions(),
                known.system().abstractions(),
                options.schedulers() == Schedulers.STRONGLY_FAIR);
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
}
