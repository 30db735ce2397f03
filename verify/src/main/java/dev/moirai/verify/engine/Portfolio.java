package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Runner.News;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs several engines at once; the first answer that settles the question wins, and the others are stopped. {@link
 * Member}s say which engines take part, when each starts and which of its answers settle the question.
 *
 * <p>An engine that cannot go on, or has an internal error, leaves the question to the others. If the answers of two
 * engines contradict each other, that is an internal error, reported with all that is needed to reproduce it.
 */
public final class Portfolio<Q, E> {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    /** Makes the finding if nothing settles the question. */
    public interface Otherwise<E> {
        /**
         * @param known the findings of engines that have one, in the order in which they came
         * @param isSomebodyAtWork whether some engine was still working when the time was up
         */
        Finding<E> of(List<Finding<E>> known, boolean isSomebodyAtWork);
    }

    /** The members; answers within bounds of earlier ones are preferred. */
    private final List<Member<Q, E>> members;

    private final Budget budget;
    private final Account<E> account;
    private final Otherwise<E> otherwise;
    private final long began = System.nanoTime();
    private final BlockingQueue<News<Q, E>> news = new LinkedBlockingQueue<>();
    private final List<Member<Q, E>> waiting;
    /** The members that start in the turn of another. */
    private final List<Member<Q, E>> inTurn;

    /** The engines that are working; guarded by {@link #findings}, as another thread may ask for what is known. */
    private final List<Runner<Q, E>> running = new ArrayList<>();
    /** The engines that wait while others have their turn; also guarded by {@link #findings}. */
    private final List<Runner<Q, E>> resting = new ArrayList<>();

    private final List<Finding<E>> findings = new ArrayList<>();
    /** Of engines that only look for violations and have found none: what they have done is told, but is no reason. */
    private final List<Finding<E>> inVain = new ArrayList<>();

    private final List<Failure> failures = new ArrayList<>();
    /** The members that made room and may be asked again. */
    private final List<Member<Q, E>> aside = new ArrayList<>();

    public Portfolio(List<Member<Q, E>> members, Budget budget, Account<E> account, Otherwise<E> otherwise) {
        this.members = members;
        this.budget = budget;
        this.account = account;
        this.otherwise = otherwise;
        this.waiting = new ArrayList<>(members);
        waiting.removeIf(member -> member.turn().isPresent());
        this.inTurn = new ArrayList<>(members);
        inTurn.removeAll(waiting);
        waiting.sort((a, b) -> a.start().compareTo(b.start()));
    }

    public Finding<E> search() {
        account.knows(this::best);
        try {
            return settled().orElseGet(this::best);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return best();
        } finally {
            synchronized (findings) {
                running.forEach(Runner::stop);
                resting.forEach(Runner::stop);
            }
        }
    }

    /** The finding that settles the question; nothing if all engines end without one. */
    private Optional<Finding<E>> settled() throws InterruptedException {
        while (true) {
            startWhoseTimeHasCome();
            if (!isAnybodyRunning()) return Optional.empty();
            News<Q, E> first = news.poll(untilSomethingIsDue(), TimeUnit.NANOSECONDS);
            if (first == null) continue;
            Optional<Finding<E>> settled = take(first);
            if (settled.isPresent()) {
                for (var late = news.poll(); late != null; late = news.poll()) takeLate(late);
                refuseDisagreement(findings);
                return settled.map(this::withFailures);
            }
        }
    }

    private void startWhoseTimeHasCome() {
        long now = System.nanoTime();
        for (Runner<Q, E> runner : atWork()) {
            if (nanosUntilRoom(runner, now) <= 0) makeRoom(runner);
        }
        while (!waiting.isEmpty() && (isDue(waiting.getFirst(), now) || !isAnybodyProving() || doBoundsSayNothing())) {
            start(waiting.removeFirst());
        }
        for (Member<Q, E> member : List.copyOf(aside)) {
            var room = member.room().orElseThrow();
            if (nanosOfPatience(room, now) > 0 || isHeldWithin() && !isRunning(room.forWhom())) continue;
            aside.remove(member);
            start(room.again());
        }
    }

    /** How long to wait yet for the engine for which room was made; nothing if it works no more. */
    private long nanosOfPatience(Member.Room<Q, E> room, long now) {
        return atWork().stream()
                .filter(runner -> runner.member().id().equals(room.forWhom()))
                .mapToLong(runner -> room.patience().toNanos() - (now - runner.began()))
                .max()
                .orElse(0);
    }

    /** Whether all members whose answers within bounds count have ended without one, so that the others need not wait for them. */
    private boolean doBoundsSayNothing() {
        boolean isAnybodyBound = false;
        for (Member<Q, E> member : members) {
            if (!member.settles().byBounds() || member.room().isPresent()) continue;
            if (waiting.contains(member) || isRunning(member.id())) return false;
            isAnybodyBound = true;
        }
        return isAnybodyBound && !isHeldWithin();
    }

    private boolean isDue(Member<Q, E> member, long now) {
        return now - began >= member.start().toNanos();
    }

    private static long nanosUntilRoom(Runner<?, ?> runner, long now) {
        return runner.member()
                .room()
                .map(room -> room.after().toNanos() - (now - runner.began()))
                .orElse(FOR_EVER.toNanos());
    }

    private long untilSomethingIsDue() {
        long now = System.nanoTime();
        long least = waiting.isEmpty()
                ? FOR_EVER.toNanos()
                : waiting.getFirst().start().toNanos() - (now - began);
        for (Runner<Q, E> runner : atWork()) least = Math.min(least, nanosUntilRoom(runner, now));
        for (Member<Q, E> member : aside) {
            long patience = nanosOfPatience(member.room().orElseThrow(), now);
            if (patience > 0) least = Math.min(least, patience);
        }
        return least;
    }

    private void makeRoom(Runner<Q, E> runner) {
        synchronized (findings) {
            running.remove(runner);
        }
        runner.stop();
        aside.add(runner.member());
    }

    private void start(Member<Q, E> member) {
        var runner = new Runner<>(member, budget.besideOthers(), account, this::doOthersWork, news::add);
        synchronized (findings) {
            running.add(runner);
        }
        runner.start();
    }

    private List<Runner<Q, E>> atWork() {
        synchronized (findings) {
            return List.copyOf(running);
        }
    }

    /** Whether an engine works beside this one whose answer may be more than a violation. */
    private boolean doOthersWork(Runner<Q, E> runner) {
        return atWork().stream().anyMatch(other -> other != runner && mayProve(other));
    }

    private static boolean mayProve(Runner<?, ?> runner) {
        return runner.member().settles() != Member.Settles.BY_VIOLATIONS;
    }

    private boolean isAnybodyProving() {
        return atWork().stream().anyMatch(Portfolio::mayProve);
    }

    private boolean isRunning(EngineId engine) {
        return atWork().stream().anyMatch(runner -> runner.member().id().equals(engine));
    }

    private boolean isAnybodyRunning() {
        return !atWork().isEmpty();
    }

    /** Handles a message of an engine; returns the finding if it settles the question. */
    private Optional<Finding<E>> take(News<Q, E> some) {
        return switch (some) {
            case News.Rests<Q, E>(var runner) -> {
                letOthers(runner);
                yield Optional.empty();
            }
            case News.Found<Q, E>(var runner, var finding) -> ended(runner, finding);
            case News.Failed<Q, E>(var _, InputException e) -> throw e;
            case News.Failed<Q, E>(var runner, var error) -> failed(runner, error);
        };
    }

    /** Handles a message that comes when the question is settled: no engine gets a turn any more. */
    private void takeLate(News<Q, E> some) {
        if (!(some instanceof News.Rests)) take(some);
    }

    private void letOthers(Runner<Q, E> runner) {
        synchronized (findings) {
            if (!running.remove(runner)) return; // it was stopped and has noticed that only now
            resting.add(runner);
        }
        for (Member<Q, E> member : List.copyOf(inTurn)) {
            if (!isInTurnOf(member, runner)) continue;
            inTurn.remove(member);
            start(member);
        }
        wakeWhoWaitsForNobody();
    }

    private void wakeWhoWaitsForNobody() {
        synchronized (findings) {
            for (Runner<Q, E> runner : List.copyOf(resting)) {
                if (running.stream().anyMatch(other -> isInTurnOf(other.member(), runner))) continue;
                resting.remove(runner);
                running.add(runner);
                runner.goOn();
            }
        }
    }

    private static <Q, E> boolean isInTurnOf(Member<Q, E> member, Runner<Q, E> runner) {
        return member.turn().filter(runner.member().id()::equals).isPresent();
    }

    private Optional<Finding<E>> failed(Runner<Q, E> runner, Throwable error) {
        EngineId engine = runner.member().id();
        Finding<E> finding = Finding.unknown(engine, Reason.of(error));
        boolean isOurs = Reason.of(error).kind() == Reason.Kind.INTERNAL_ERROR;
        return ended(runner, isOurs ? finding.with(List.of(new Failure(engine.word(), error))) : finding);
    }

    /** Records how an engine ended; returns its finding if that settles the question. */
    private Optional<Finding<E>> ended(Runner<Q, E> runner, Finding<E> found) {
        Finding<E> finding = withCostOfTurn(runner, found.alone());
        Member.Settles settles = runner.member().settles();
        boolean isSettled = settles.atOnce(finding.verdict());
        synchronized (findings) {
            boolean wasStopped = !running.remove(runner);
            // The finding of an engine that was stopped to make room does not count, unless it settles the question.
            if (wasStopped && !isSettled) return Optional.empty();
            if (isSettled || settles.tellsWhy()) findings.add(finding);
            else if (settles == Member.Settles.BY_VIOLATIONS) inVain.add(finding);
            failures.addAll(found.failures());
        }
        if (isSettled) return Optional.of(finding);
        wakeWhoWaitsForNobody();
        return isSettledAtLast() ? Optional.of(known()) : Optional.empty();
    }

    /** The finding of an engine that worked in the turn of another, whose work so far is added to the cost. */
    private Finding<E> withCostOfTurn(Runner<Q, E> runner, Finding<E> finding) {
        synchronized (findings) {
            for (Runner<Q, E> other : resting) {
                if (!isInTurnOf(runner.member(), other)) continue;
                return other.account().soFar().map(finding::after).orElse(finding);
            }
        }
        return finding;
    }

    /** Whether some answer within bounds settles the question now, because no engine that may say more is working. */
    private boolean isSettledAtLast() {
        boolean isEnough = false;
        for (Member<Q, E> member : members) {
            if (!member.settles().byBounds()) continue;
            // Who makes room for others does not keep them from answering.
            if (member.room().isEmpty() && isRunning(member.id())) return false;
            isEnough = true;
        }
        return isEnough && isHeldWithin();
    }

    private boolean isHeldWithin() {
        synchronized (findings) {
            return findings.stream().anyMatch(finding -> finding.verdict() instanceof Verdict.HoldsWithin);
        }
    }

    /** Throws if one finding is a violation, which the interpreter has confirmed, and another says that there is none. */
    static <E> void refuseDisagreement(List<Finding<E>> findings) {
        for (Finding<E> violated : findings) {
            if (!(violated.verdict() instanceof Verdict.Violated)) continue;
            for (Finding<E> holds : findings) {
                if (!(holds.verdict() instanceof Verdict.Holds)) continue;
                throw new IllegalStateException("engines disagree: " + violated.engine() + " says " + violated.verdict()
                        + ", " + holds.engine() + " says that it holds");
            }
        }
    }

    /** What is known so far, with the failures. May be called from another thread. */
    private Finding<E> best() {
        return withFailures(known());
    }

    /** The preferred finding within bounds if there is one, else what {@link Otherwise} makes of the findings. */
    private Finding<E> known() {
        List<Finding<E>> known;
        List<Finding<E>> looked;
        boolean isSomebodyAtWork;
        synchronized (findings) {
            known = new ArrayList<>(findings);
            looked = new ArrayList<>(inVain);
            for (Runner<Q, E> runner : running) {
                boolean isLooking = runner.member().settles() == Member.Settles.BY_VIOLATIONS;
                runner.account().soFar().ifPresent(isLooking ? looked::add : known::add);
            }
            resting.forEach(runner -> runner.account().soFar().ifPresent(known::add));
            isSomebodyAtWork = !running.isEmpty();
        }
        for (Member<Q, E> member : members) {
            for (Finding<E> finding : known) {
                if (finding.engine().equals(member.id()) && finding.verdict() instanceof Verdict.HoldsWithin) {
                    return finding;
                }
            }
        }
        return otherwise.of(known, isSomebodyAtWork).counting(looked);
    }

    private Finding<E> withFailures(Finding<E> finding) {
        synchronized (findings) {
            return finding.with(failures);
        }
    }
}
