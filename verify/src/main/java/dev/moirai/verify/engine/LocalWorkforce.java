package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Threads of this process. */
public record LocalWorkforce(int places) implements Workforce {
    private static final Duration FOR_EVER = Duration.ofDays(365);

    public LocalWorkforce {
        if (places < 1) throw new IllegalArgumentException("somebody has to work: " + places);
    }

    @Override
    public <R> void ask(List<? extends Subquestion<R>> parts, Limit limit, Answers<R> answers) {
        var work = new Work<>(parts, limit.within(FOR_EVER), answers);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(places, parts.size()); i++) {
            threads.add(Thread.ofPlatform().daemon().name("part " + i).start(work));
        }
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException _) {
            work.end();
            Thread.currentThread().interrupt();
        }
        work.failure().ifPresent(error -> {
            throw error;
        });
    }

    /** What the threads share: each takes the next part as long as there is one. */
    private static final class Work<R> implements Runnable {
        private final List<? extends Subquestion<R>> parts;
        private final Limit limit;
        private final Answers<R> answers;
        private int next;
        private Optional<RuntimeException> failure = Optional.empty();

        Work(List<? extends Subquestion<R>> parts, Limit limit, Answers<R> answers) {
            this.parts = parts;
            this.limit = limit;
            this.answers = answers;
        }

        @Override
        public void run() {
            try (var desk = new Desk()) {
                for (int part = nextPart(); part < parts.size(); part = nextPart()) {
                    take(part, parts.get(part).answer(limit, desk));
                }
            } catch (RuntimeException e) {
                fail(e);
            }
        }

        private synchronized int nextPart() {
            while (next < parts.size() && !answers.isWanted(next)) next++;
            return limit.isReached() ? parts.size() : next++;
        }

        private synchronized void take(int part, R answer) {
            if (failure.isEmpty() && answers.take(part, answer) == Answers.Wanted.NO_MORE) end();
        }

        private synchronized void fail(RuntimeException e) {
            // Whoever was told to end may end by throwing.
            if (failure.isEmpty() && !limit.isReached()) failure = Optional.of(e);
            end();
        }

        private void end() {
            limit.cancel();
        }

        synchronized Optional<RuntimeException> failure() {
            return failure;
        }
    }
}
