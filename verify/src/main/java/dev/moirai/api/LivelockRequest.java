package dev.moirai.api;

import dev.moirai.verify.livelock.Livelock;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.util.Optional;

/** The question of {@code moirai livelock}: can it run for ever under a fair scheduler? */
public final class LivelockRequest extends ProgramRequest<LivelockRequest> {
    private Optional<String> thread = Optional.empty();

    LivelockRequest(Path file) {
        super(file);
    }

    @Override
    LivelockRequest self() {
        return this;
    }

    /** Only runs in which this thread, named after its start function, never ends. */
    public LivelockRequest thread(String name) {
        thread = Optional.of(name);
        return this;
    }

    @Override
    public Answer run() {
        var usual = Livelock.Options.DEFAULT;
        return Livelock.check(
                input(),
                new Livelock.Options(
                        usual.fairness(),
                        thread,
                        usual.response(),
                        usual.engine(),
                        usual.bounds(),
                        usual.maxStates(),
                        usual.solver(),
                        time(),
                        usual.workforce()));
    }
}
