package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.source.InputException;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Several engines at once; the first answer that settles the question wins, and the others are stopped.
 *
 * <p>The explicit search has a moment for itself, which is all that small programs need; then the order of events is
 * asked, and lazy sequentialization joins later, while the explicit search goes on: it alone can prove what loops without
 * end. Where a bound is given, the order of events is asked at once, after the moment the explicit search makes room, and
 * lazy sequentialization joins soon; if the others cannot answer, the explicit search has its turn again. When the question
 * has taken longer than a moment, the program is also just run for a few seconds.
 *
 * <p>An engine that cannot go on, or fails by an error of ours, leaves the question to the others. Answers of two engines
 * that cannot both be right are an internal error: the report of it has all to reproduce it.
 */
public final class Portfolio {
    /** Two engines and Java's compiler are more than two cores can do at once: what order does in no time it does alone. */
    private static final Duration HEAD_START = Duration.ofMillis(100);

    private static final Duration MOMENT = Duration.ofMillis(150);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(3);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    /** One way to answer; where it answers in parts, {@code soFar} is told how to ask what it has. */
    public interface Engine {
        Finding run(Limit limit, Consumer<Supplier<Finding>> soFar);
    }

    /**
     * @param explicit without bounds, so that it may prove all
     * @param bounded the same within the bounds that are asked for
     * @param limit all the time that is left, when asked for
     */
    public record Team(
            Engine explicit, Engine bounded, Engine order, Engine lazy, Engine runs, Supplier<Limit> limit) {}

    private final Team team;
    private final boolean bounded;
    private final Supplier<Finding> nothing;
    private final long began = System.nanoTime();
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
    /** Engines at work; guarded by {@link #findings}, as another thread may ask for what is known. */
    private final List<Runner> running = new ArrayList<>();

    private final List<Finding> findings = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private boolean madeRoom;

    /** How an engine ended. */
    private sealed interface Outcome {
        Runner runner();

        record Found(Runner runner, Finding finding) implements Outcome {}

        record Failed(Runner runner, Throwable error) implements Outcome {}
    }

    /** An engine at work. */
    private static final class Runner {
        final String name;
        final Limit limit;
        final Thread thread;
        final AtomicReference<Supplier<Finding>> known = new AtomicReference<>();

        Runner(String name, Engine engine, Limit limit, Consumer<Outcome> ended) {
            this.name = name;
            this.limit = limit;
            this.thread = new Thread(() -> ended.accept(outcome(engine)), "moirai-" + name);
            thread.setDaemon(true);
        }

        private Outcome outcome(Engine engine) {
            try {
                return new Outcome.Found(this, engine.run(limit, known::set));
            } catch (Throwable e) {
                return new Outcome.Failed(this, e);
            }
        }

        Optional<Finding> soFar() {
            return Optional.ofNullable(known.get()).map(Supplier::get);
        }

        void stop() {
            limit.cancel();
            thread.interrupt();
        }
    }

    /**
     * @param bounded whether an answer within bounds is what is asked for
     * @param nothing what is known when nothing is
     */
    public Portfolio(Team team, boolean bounded, Supplier<Finding> nothing) {
        this.team = team;
        this.bounded = bounded;
        this.nothing = nothing;
    }

    public Finding search(Consumer<Supplier<Finding>> soFar) {
        soFar.accept(this::best);
        try {
            return (bounded ? withinBounds() : everywhere()).orElseGet(this::best);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return best();
        } finally {
            synchronized (findings) {
                running.forEach(Runner::stop);
            }
        }
    }

    private Optional<Finding> everywhere() throws InterruptedException {
        start("explicit", team.explicit);
        Optional<Finding> settled = await(MOMENT);
        if (settled.isPresent()) return settled;
        start("order", team.order);
        settled = await(until(SOON));
        if (settled.isPresent()) return settled;
        start("run", team.runs);
        settled = await(until(LATER));
        if (settled.isPresent()) return settled;
        start("lazy", team.lazy);
        return await(FOR_EVER);
    }

    private Optional<Finding> withinBounds() throws InterruptedException {
        start("order", team.order);
        Optional<Finding> settled = await(HEAD_START);
        if (settled.isPresent()) return settled;
        start("explicit", team.explicit);
        settled = await(MOMENT);
        if (settled.isPresent()) return settled;
        makeRoom();
        settled = await(until(SOON));
        if (settled.isPresent()) return settled;
        start("lazy", team.lazy);
        settled = await(until(SOON.multipliedBy(2)));
        if (settled.isPresent()) return settled;
        start("run", team.runs);
        return await(FOR_EVER);
    }

    private Duration until(Duration sinceTheBeginning) {
        return sinceTheBeginning.minusNanos(System.nanoTime() - began);
    }

    /** The explicit search stops, and what it says of that is no reason for anything. */
    private void makeRoom() {
        synchronized (findings) {
            running.stream().filter(runner -> runner.name.equals("explicit")).forEach(Runner::stop);
            madeRoom = running.removeIf(runner -> runner.name.equals("explicit"));
        }
    }

    private void start(String name, Engine engine) {
        var runner = new Runner(name, engine, team.limit.get(), outcomes::add);
        synchronized (findings) {
            running.add(runner);
        }
        runner.thread.start();
    }

    private boolean isRunning(String name) {
        synchronized (findings) {
            return running.stream().anyMatch(runner -> runner.name.equals(name));
        }
    }

    private boolean isAnybodyRunning() {
        synchronized (findings) {
            return !running.isEmpty();
        }
    }

    /** What settles the question, if anything does before all engines have ended, or the time is over. */
    private Optional<Finding> await(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            if (madeRoom && !isRunning("order") && !isHeldWithin()) {
                madeRoom = false;
                start("explicit", team.bounded);
            }
            if (!isAnybodyRunning()) return Optional.empty();
            Outcome outcome = outcomes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (outcome == null) return Optional.empty();
            Optional<Finding> settled = take(outcome);
            if (settled.isPresent()) {
                for (Outcome late = outcomes.poll(); late != null; late = outcomes.poll()) take(late);
                refuseDisagreement(findings);
                return settled.map(this::withFailures);
            }
        }
    }

    /** Notes how an engine ended; what it found, if that settles the question. */
    private Optional<Finding> take(Outcome outcome) {
        Finding finding = finding(outcome);
        synchronized (findings) {
            boolean wasStopped = !running.remove(outcome.runner());
            // An engine that made room has no say, unless it was about to answer.
            if (wasStopped && !isSettled(finding)) return Optional.empty();
            // That runs found nothing says nothing.
            if (!outcome.runner().name.equals("run") || isSettled(finding)) findings.add(finding);
            if (outcome instanceof Outcome.Failed(var runner, var error) && !isExhaustion(error)) {
                failures.add(new Failure(runner.name, error));
            }
        }
        if (isSettled(finding)) return Optional.of(finding);
        boolean canBeMore = isRunning("order") || isRunning("lazy");
        return bounded && isHeldWithin() && !canBeMore ? Optional.of(best()) : Optional.empty();
    }

    private static boolean isExhaustion(Throwable error) {
        return error instanceof OutOfMemoryError || error instanceof StackOverflowError;
    }

    private static Finding finding(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Found(var _, var finding) -> finding;
            case Outcome.Failed(var _, InputException e) -> throw e;
            case Outcome.Failed(var runner, var error) ->
                new Finding(runner.name, new Verdict.Unknown(Reason.of(error)), Map.of());
        };
    }

    private boolean isHeldWithin() {
        synchronized (findings) {
            return findings.stream().anyMatch(finding -> finding.verdict() instanceof Verdict.HoldsWithin);
        }
    }

    private boolean isSettled(Finding finding) {
        return switch (finding.verdict()) {
            case Verdict.Violated _, Verdict.Holds _ -> true;
            // It says more than the engine that needs other bounds too could say.
            case Verdict.HoldsWithin _ -> bounded && !finding.engine().equals("lazy");
            case Verdict.Unsupported _, Verdict.Unknown _ -> false;
        };
    }

    /** One says that it fails, which the interpreter has seen, the other that it cannot. */
    static void refuseDisagreement(List<Finding> findings) {
        Function<Class<? extends Verdict>, Optional<Finding>> saying = kind -> findings.stream()
                .filter(finding -> kind.isInstance(finding.verdict()))
                .findFirst();
        Optional<Finding> violated = saying.apply(Verdict.Violated.class);
        Optional<Finding> holds = saying.apply(Verdict.Holds.class);
        if (violated.isEmpty() || holds.isEmpty()) return;
        throw new IllegalStateException("engines disagree: " + violated.get().engine() + " says "
                + violated.get().verdict() + ", " + holds.get().engine() + " says that it holds");
    }

    /** What is known so far: within bounds, if anything is. May be called from another thread. */
    private Finding best() {
        List<Finding> known;
        synchronized (findings) {
            known = new ArrayList<>(findings);
            running.forEach(runner -> runner.soFar().ifPresent(known::add));
        }
        for (String engine : List.of("explicit", "order", "lazy")) {
            for (Finding finding : known) {
                if (finding.engine().equals(engine) && finding.verdict() instanceof Verdict.HoldsWithin) {
                    return withFailures(finding);
                }
            }
        }
        return withFailures(Reasons.together(known, nothing.get(), isAnybodyRunning()));
    }

    private Finding withFailures(Finding finding) {
        synchronized (findings) {
            return finding.with(failures);
        }
    }
}
