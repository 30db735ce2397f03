package dev.moirai.api;

import dev.moirai.source.InputException;
import dev.moirai.verify.input.Assumption;
import dev.moirai.verify.input.CompilerFlags;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.verify.input.SourceFile;
import dev.moirai.verify.input.Surroundings;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A question about a program that is being put together; {@link #run} asks it. A request is for one thread.
 *
 * @param <R> the kind of request
 */
public abstract sealed class ProgramRequest<R extends ProgramRequest<R>>
        permits CheckRequest, LivelockRequest, PredictionRequest, RunRequest, TerminationRequest {
    private final List<Path> files = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Set<Assumption> assumptions = EnumSet.noneOf(Assumption.class);
    private Optional<Duration> time = Optional.of(Duration.ofSeconds(60));

    ProgramRequest(Path file) {
        files.add(file);
    }

    abstract R self();

    /** More files, which are linked with the first. */
    public final R linkedWith(Path... more) {
        files.addAll(List.of(more));
        return self();
    }

    /** gcc's options, such as {@code -Iinclude} and {@code -DNDEBUG}. */
    public final R flags(String... words) {
        flags.addAll(List.of(words));
        return self();
    }

    /** What the program finds in {@code argv[1]} and so on. */
    public final R arguments(String... words) {
        arguments.addAll(List.of(words));
        return self();
    }

    /** What is assumed about the machine and the library, such as {@link Assumption#MALLOC_MAY_FAIL}. */
    public final R assuming(Assumption... more) {
        assumptions.addAll(List.of(more));
        return self();
    }

    /** Gives up after this time; 60 s unless said otherwise. */
    public final R time(Duration limit) {
        time = Optional.of(limit);
        return self();
    }

    /** Works until the answer is known, however long that takes. */
    public final R withoutTimeLimit() {
        time = Optional.empty();
        return self();
    }

    final Optional<Duration> time() {
        return time;
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws InputException if the program is not understood; its diagnostics say what and where
     * @throws IllegalArgumentException if the request contradicts itself
     */
    public abstract Answer run();

    final boolean isBoogie() {
        return Input.isBoogie(files.getFirst());
    }

    final Input input() {
        List<String> refused = CompilerFlags.refused(flags);
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("these options would change what the program means, and are not"
                    + " followed: " + String.join(", ", refused));
        }
        if (CompilerFlags.areForILP32(flags)) assumptions.add(Assumption.ILP32);
        boolean alone = files.size() == 1;
        var sources = alone
                ? List.<SourceFile>of()
                : files.stream()
                        .map(file -> new SourceFile(file, flags, SourceFile.Part.ALL))
                        .toList();
        var options = new InputOptions(
                assumptions,
                alone ? flags : List.of(),
                Set.of(),
                arguments,
                Surroundings.NONE,
                sources,
                Optional.empty());
        return new Input(files.getFirst(), options, Dump.NOTHING);
    }
}
