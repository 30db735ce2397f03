package dev.moirai.cluster;

import dev.moirai.cluster.Message.Member;
import dev.moirai.cluster.wire.Codec;
import dev.moirai.cluster.wire.RefusedException;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Desk;
import dev.moirai.verify.engine.Desks;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Subquestion;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** What a node does for one who asks; when that one is gone, so is the work. */
final class Service {
    private static final int MOST_SHARED = 1_000;
    private static final int MOST_TASKS = 10_000;

    private final Connection connection;
    private final Codec codec;
    private final ExecutorService work;
    private final int places;
    private final Members members;
    private final Supplier<List<Member>> told;
    private final Map<Integer, Codec.ReadCommon> shared = new ConcurrentHashMap<>();
    private final Map<Long, Limit> tasks = new ConcurrentHashMap<>();
    private final Desks desks = new Desks();
    private volatile boolean isLeaving;

    Service(
            Connection connection,
            Codec codec,
            ExecutorService work,
            int places,
            Members members,
            Supplier<List<Member>> told) {
        this.connection = connection;
        this.codec = codec;
        this.work = work;
        this.places = places;
        this.members = members;
        this.told = told;
    }

    /** Serves until the other side is gone or says what is not ours; then throws. */
    void run() throws IOException {
        try {
            while (true) take(connection.receive());
        } catch (EOFException e) {
            // The other side has all it wanted.
        } catch (RefusedException e) {
            throw new IOException("not a question of ours: " + e.getMessage());
        } finally {
            tasks.values().forEach(Limit::cancel);
            desks.close();
        }
    }

    private void take(Message message) throws IOException, RefusedException {
        switch (message) {
            case Message.Ping() -> connection.send(new Message.Here(places, told.get()));
            case Message.Heard(var others) -> {
                members.hear(others);
                connection.send(new Message.Here(places, told.get()));
            }
            case Message.Shared(var number, var kind, var bytes) -> {
                if (shared.size() >= MOST_SHARED) throw new IOException("too much to keep");
                shared.put(number, codec.readCommon(kind, bytes));
            }
            case Message.Forget(var number) -> {
                shared.remove(number);
                desks.clear();
            }
            case Message.Ask ask -> begin(ask);
            case Message.Cancel(var task) -> {
                Limit limit = tasks.get(task);
                if (limit != null) limit.cancel();
            }
            case Message.Here _, Message.Answered _, Message.Failed _, Message.Leaving _ ->
                throw new IOException("only nodes say that");
        }
    }

    private void begin(Message.Ask ask) throws IOException, RefusedException {
        if (tasks.size() >= MOST_TASKS) throw new IOException("too many questions");
        Optional<Codec.ReadCommon> common = Optional.empty();
        if (ask.shared() >= 0) {
            Codec.ReadCommon known = shared.get(ask.shared());
            if (known == null) throw new IOException("a question that refers to nothing");
            common = Optional.of(known);
        }
        Subquestion<?> question = codec.readQuestion(ask.kind(), ask.question(), common);
        if (!question.isPortable()) throw new IOException("a question that is not for others");
        Limit limit = ask.millis() > 0 ? Limit.of(Duration.ofMillis(ask.millis())) : Limit.none();
        tasks.put(ask.task(), limit);
        try {
            work.execute(() -> answer(ask, question, limit));
        } catch (RejectedExecutionException e) {
            connection.send(new Message.Leaving());
        }
    }

    private <R> void answer(Message.Ask ask, Subquestion<R> question, Limit limit) {
        Desk desk = desks.take();
        try {
            if (limit.isReached()) return;
            R answer = question.answer(limit, desk);
            // What the end of this process has cut short is no answer.
            if (isLeaving || Interruption.isRequested()) return;
            connection.send(new Message.Answered(ask.task(), codec.answer(ask.kind(), answer)));
        } catch (OutOfMemoryError e) {
            // Whatever else runs here may have lost something too; those who asked will notice and ask elsewhere.
            System.err.println("moirai: out of memory while working on " + question.name());
            Runtime.getRuntime().halt(3);
        } catch (RuntimeException | StackOverflowError e) {
            if (!limit.isReached() && !isLeaving) connection.send(new Message.Failed(ask.task(), String.valueOf(e)));
        } finally {
            desks.leave(desk);
            tasks.remove(ask.task());
        }
    }

    /** Ends if whoever asks has said nothing for so long: a process that stands still, or a network that is cut. */
    void endIfSilentFor(long millis) {
        if (connection.silenceMillis() > millis) connection.close();
    }

    void leave() {
        isLeaving = true;
        connection.send(new Message.Leaving());
        tasks.values().forEach(Limit::cancel);
    }
}
