package dev.moirai.cluster;

import dev.moirai.cluster.wire.Codec;
import dev.moirai.cluster.wire.RefusedException;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Remote;
import dev.moirai.verify.engine.Subquestion;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The nodes of a cluster as those who answer parts. An answer counts once, from a node that is there; a violation counts
 * when this machine has executed it; nothing is taken for clean that did not come back.
 */
final class ClusterWorkforce implements Remote {
    private static final Duration FOR_EVER = Duration.ofDays(365);
    private static final int LOOK_MILLIS = 50;

    private final KnownNodes nodes;
    private final Codec codec = Questions.codec();
    private final Optional<Journal> journal;
    private final int parts;
    private final AtomicInteger jobs = new AtomicInteger();
    private volatile boolean isUnfinished;

    ClusterWorkforce(KnownNodes nodes, Optional<Journal> journal) {
        this.nodes = nodes;
        this.journal = journal;
        parts = journal.map(Journal::parts).orElseGet(() -> places() * PARTS_A_PLACE);
    }

    /** At least two, so that questions are cut also for a single small node. */
    @Override
    public int places() {
        return Math.max(2, nodes.places());
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public <R> void ask(List<? extends Subquestion<R>> asked, Limit limit, Answers<R> answers) {
        if (asked.isEmpty()) return;
        if (!asked.stream().allMatch(Subquestion::isPortable)) {
            new LocalWorkforce(Runtime.getRuntime().availableProcessors()).ask(asked, limit, answers);
            return;
        }
        var job = new Job<R>(asked, answers, codec, jobs.incrementAndGet());
        var open = new HashSet<Integer>();
        for (int part = 0; part < job.size(); part++) {
            Optional<R> known = known(job, part);
            if (known.isEmpty()) open.add(part);
            else if (answers.take(part, known.get()) == Answers.Wanted.NO_MORE) return;
        }
        Duration left = limit.atMost(FOR_EVER);
        try {
            nodes.add(job, List.copyOf(open), left.equals(FOR_EVER) ? 0 : Math.max(1, left.toMillis()));
            collect(job, open, limit, answers);
        } catch (InterruptedException _) {
            isUnfinished = true;
            Thread.currentThread().interrupt();
        } finally {
            nodes.end(job);
        }
    }

    /** The answer that an earlier process has had, as this machine sees it. */
    private <R> Optional<R> known(Job<R> job, int part) {
        return journal.flatMap(kept -> kept.find(job.digest(part))).flatMap(bytes -> {
            try {
                return Optional.of(job.part(part).confirmed(answer(job, bytes)));
            } catch (RefusedException | RuntimeException e) {
                return Optional.empty();
            }
        });
    }

    @SuppressWarnings("unchecked")
    private <R> R answer(Job<R> job, byte[] bytes) throws RefusedException {
        return (R) codec.readAnswer(job.kind(), bytes);
    }

    private <R> void collect(Job<R> job, Set<Integer> open, Limit limit, Answers<R> answers)
            throws InterruptedException {
        while (!open.isEmpty()) {
            if (limit.isReached()) {
                isUnfinished = true;
                return;
            }
            Job.Event event = job.events().poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (event == null) continue;
            switch (event) {
                case Job.Event.Answered answered -> {
                    Optional<R> answer = taken(job, answered);
                    if (answer.isEmpty() || !open.remove(answered.part())) continue;
                    if (answers.take(answered.part(), answer.get()) == Answers.Wanted.NO_MORE) return;
                }
                case Job.Event.Failed(var part, var error, var from) -> {
                    isUnfinished = true;
                    throw new IllegalStateException(
                            "node " + from + ", " + job.part(part).name() + ": " + error);
                }
                case Job.Event.GivenUp(var part, var why) -> {
                    isUnfinished = true;
                    open.remove(part);
                    answers.lost(part, why);
                }
                case Job.Event.NotWanted(var part) -> open.remove(part);
            }
        }
    }

    /** The answer, if it is one: a node that claims what this machine does not see is not asked again. */
    private <R> Optional<R> taken(Job<R> job, Job.Event.Answered answered) {
        Subquestion<R> question = job.part(answered.part());
        try {
            R answer = question.confirmed(answer(job, answered.bytes()));
            if (question.isFinal(answer)) {
                journal.ifPresent(kept -> kept.keep(job.digest(answered.part()), answered.bytes()));
            }
            return Optional.of(answer);
        } catch (RefusedException | RuntimeException e) {
            nodes.distrust(answered.from(), String.valueOf(e.getMessage()));
            nodes.add(job, List.of(answered.part()), 0);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        nodes.close();
        journal.ifPresent(kept -> {
            if (isUnfinished) kept.close();
            else kept.delete();
        });
    }
}
