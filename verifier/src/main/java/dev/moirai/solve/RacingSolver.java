package dev.moirai.solve;

import dev.moirai.logic.TermPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One solver that starts at once, and a second one that is made and joins when the first has not answered within a head start. The
 * first decided answer counts, and the other solver is told to stop. The pool is only read while they run.
 */
public final class RacingSolver implements Solver {
    private final Solver first;
    private final Supplier<Optional<Solver>> makeSecond;
    private final Duration headStart;
    private final List<Integer> added = new ArrayList<>();
    private Optional<Solver> second = Optional.empty();
    private boolean asked;
    private int told;

    public RacingSolver(Solver first, Supplier<Optional<Solver>> makeSecond, Duration headStart) {
        this.first = first;
        this.makeSecond = makeSecond;
        this.headStart = headStart;
    }

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public TermPool pool() {
        return first.pool();
    }

    @Override
    public void add(int term) {
        added.add(term);
        first.add(term);
    }

    @Override
    public Answer check(Limit limit, int... assumptions) {
        var firstLimit = Limit.none();
        var secondLimit = Limit.none();
        var answers = new ArrayBlockingQueue<Answer>(2);
        Thread runner = run("solver", answers, first, firstLimit, assumptions);
        Thread other = null;
        try {
            Answer answer = await(answers, limit, headStart.toMillis());
            if (answer == null && !limit.isReached()) {
                Optional<Solver> joined = joinedSecond();
                if (joined.isPresent()) other = run("second solver", answers, joined.get(), secondLimit, assumptions);
                answer = await(answers, limit, Long.MAX_VALUE);
                // One that cannot decide leaves it to the other.
                if (answer instanceof Answer.Unknown && other != null && !limit.isReached()) {
                    Answer later = await(answers, limit, Long.MAX_VALUE);
                    if (later != null) answer = later;
                }
            }
            return answer == null ? new Answer.Unknown(limit.reason()) : answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Unknown("interrupted");
        } finally {
            firstLimit.cancel();
            secondLimit.cancel();
            join(runner);
            if (other != null) join(other);
        }
    }

    private static Thread run(
            String name, ArrayBlockingQueue<Answer> answers, Solver solver, Limit limit, int[] assumptions) {
        return Thread.ofPlatform().daemon().name(name).start(() -> answers.add(guarded(solver, limit, assumptions)));
    }

    private static Answer guarded(Solver solver, Limit limit, int[] assumptions) {
        try {
            return solver.check(limit, assumptions);
        } catch (RuntimeException | OutOfMemoryError e) {
            return new Answer.Unknown(solver.name() + ": " + e);
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static @Nullable Answer await(ArrayBlockingQueue<Answer> answers, Limit limit, long millis)
            throws InterruptedException {
        long start = System.nanoTime();
        while (!limit.isReached()) {
            long left = millis - (System.nanoTime() - start) / 1_000_000;
            if (left <= 0) return answers.poll();
            Answer answer = answers.poll(Math.min(left, 20), TimeUnit.MILLISECONDS);
            if (answer != null) return answer;
        }
        return answers.poll();
    }

    private Optional<Solver> joinedSecond() {
        if (!asked) {
            second = makeSecond.get();
            asked = true;
        }
        second.ifPresent(solver -> {
            for (; told < added.size(); told++) solver.add(added.get(told));
        });
        return second;
    }

    @Override
    public Statistics statistics() {
        return first.statistics();
    }

    @Override
    public void close() {
        first.close();
        second.ifPresent(Solver::close);
    }
}
