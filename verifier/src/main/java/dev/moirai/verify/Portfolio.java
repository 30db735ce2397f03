package dev.moirai.verify;

import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
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
 * end. Where a bound is given, the order of events is asked at once, after the moment the explicit search makes room, and lazy
 * sequentialization joins soon.
 *
 * <p>An answer of two engines that cannot both be right is an internal error: the report of it has all to reproduce it.
 */
final class Portfolio {
    /** Two engines and Java's compiler are more than two cores can do at once: what order does in no time it does alone. */
    private static final Duration HEAD_START = Duration.ofMillis(100);

    private static final Duration MOMENT = Duration.ofMillis(150);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(3);
    /** The share of the memory that is the explicit search's; the others need some too. */
    private static final double SHARE = 0.5;

    private final Engines engines;
    private final Check.Options options;
    private final boolean bounded;
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
    private final List<Runner> running = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /** How an engine ended. */
    private sealed interface Outcome {
        record Found(Finding finding) implements Outcome {}

        record Failed(Throwable error) implements Outcome {}
    }

    /** An engine at work. */
    private record Runner(Thread thread, Limit limit, Supplier<Optional<Finding>> soFar) {
        void stop() {
            limit.cancel();
            thread.interrupt();
        }
    }

    Portfolio(Engines engines, Check.Options options) {
        this.engines = engines;
        this.options = options;
        this.bounded = options.reach().bounds().isPresent();
    }

    Finding search(Consumer<Supplier<Finding>> soFar) {
        soFar.accept(this::best);
        try {
            long began = System.nanoTime();
            if (bounded) {
                start("order", engines::order);
                Optional<Finding> atOnce = await(1, HEAD_START);
                if (atOnce.isPresent()) return atOnce.get();
            }
            Runner explicit = start("explicit", (_, _) -> engines.explicit(SHARE));
            Optional<Finding> settled = await(bounded ? 2 : 1, MOMENT);
            if (settled.isPresent()) return settled.get();
            if (bounded) explicit.stop();
            else start("order", engines::order);
            Duration head = (bounded ? SOON : LATER).minusNanos(System.nanoTime() - began);
            settled = await(2, head);
            if (settled.isPresent()) return settled.get();
            start("lazy", engines::lazy);
            return await(3, Duration.ofDays(1)).orElseGet(this::best);
        } finally {
            running.forEach(Runner::stop);
        }
    }

    private interface Engine {
        Finding run(Limit limit, Consumer<Supplier<Finding>> soFar);
    }

    private Runner start(String name, Engine engine) {
        Limit limit = engines.limit();
        var known = new AtomicReference<Supplier<Finding>>();
        var thread = new Thread(
                () -> {
                    try {
                        outcomes.add(new Outcome.Found(engine.run(limit, known::set)));
                    } catch (Throwable e) {
                        outcomes.add(new Outcome.Failed(e));
                    }
                },
                "moirai-" + name);
        thread.setDaemon(true);
        thread.start();
        var runner =
                new Runner(thread, limit, () -> Optional.ofNullable(known.get()).map(Supplier::get));
        synchronized (findings) {
            running.add(runner);
        }
        return runner;
    }

    /** What settles the question, if anything does before so many engines have ended, or the time is over. */
    private Optional<Finding> await(int started, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (findings.size() < started) {
                Outcome outcome = outcomes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (outcome == null) return Optional.empty();
                Finding finding = finding(outcome);
                synchronized (findings) {
                    findings.add(finding);
                }
                if (!isSettled(finding)) continue;
                for (Outcome late = outcomes.poll(); late != null; late = outcomes.poll()) findings.add(finding(late));
                refuseDisagreement(findings);
                return Optional.of(finding);
            }
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(best());
        }
    }

    private static Finding finding(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Found(var finding) -> finding;
            case Outcome.Failed(OutOfMemoryError _) ->
                new Finding("auto", new Verdict.Unknown("out of memory"), Map.of());
            case Outcome.Failed(RuntimeException e) -> throw e;
            case Outcome.Failed(Error e) -> throw e;
            case Outcome.Failed(var e) -> throw new IllegalStateException(e);
        };
    }

    private boolean isSettled(Finding finding) {
        return switch (finding.verdict()) {
            case Verdict.Violated _, Verdict.Holds _ -> true;
            // It says more than the other engine that needs bounds could say.
            case Verdict.HoldsWithin _ -> bounded && finding.engine().equals("order");
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
            running.forEach(runner -> runner.soFar().get().ifPresent(known::add));
        }
        for (String engine : List.of("order", "lazy")) {
            for (Finding finding : known) {
                if (finding.engine().equals(engine) && finding.verdict() instanceof Verdict.HoldsWithin) return finding;
            }
        }
        return known.stream()
                .filter(finding -> finding.verdict() instanceof Verdict.Unknown)
                .findFirst()
                .or(() -> known.stream().findFirst())
                .orElseGet(() -> Engines.nothing(options));
    }
}
