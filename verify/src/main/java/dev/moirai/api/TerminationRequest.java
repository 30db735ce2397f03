package dev.moirai.api;

import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.terminates.Terminates;
import dev.moirai.verify.terminates.Terminates.Subject;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.util.Optional;

/** The question of {@code moirai terminates}: does each thread always come to its end? */
public final class TerminationRequest extends ProgramRequest<TerminationRequest> {
    private Optional<String> thread = Optional.empty();
    private Subject subject = Subject.THREADS;

    TerminationRequest(Path file) {
        super(file);
    }

    @Override
    TerminationRequest self() {
        return this;
    }

    /** Only this thread, named after its start function. */
    public TerminationRequest thread(String name) {
        thread = Optional.of(name);
        return this;
    }

    /** Whether the whole program ends, not only each of its threads. */
    public TerminationRequest program() {
        subject = Subject.PROGRAM;
        return this;
    }

    @Override
    public Answer run() {
        if (subject == Subject.PROGRAM && thread.isPresent()) {
            throw new IllegalArgumentException("the question is about the program or about a thread, not both");
        }
        var usual = Terminates.Options.DEFAULT;
        var options = new Terminates.Options(thread, usual.method(), usual.schedulers(), time());
        return Terminates.answer(input(), options, subject, Progress.ignored());
    }
}
