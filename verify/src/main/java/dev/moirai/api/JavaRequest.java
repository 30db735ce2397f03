package dev.moirai.api;

import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.jvm.JvmExploration;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.predict.JvmFlips;
import dev.moirai.verify.predict.JvmPrediction;
import dev.moirai.verify.predict.Prediction;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Questions about a JVM program that a command starts; what it prints is dropped. A request is for one thread. */
public final class JavaRequest {
    private final List<String> command;
    private final List<String> included = new ArrayList<>();
    private final List<String> excluded = new ArrayList<>();
    private final List<String> containers = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private Optional<Duration> time = Optional.of(Duration.ofSeconds(60));

    JavaRequest(List<String> command) {
        this.command = List.copyOf(command);
    }

    /** Only classes whose names begin so are the program's own. */
    public JavaRequest include(String... prefixes) {
        included.addAll(List.of(prefixes));
        return this;
    }

    /** Classes whose names begin so are left as they are. */
    public JavaRequest exclude(String... prefixes) {
        excluded.addAll(List.of(prefixes));
        return this;
    }

    /** Looks into containers of the JDK, as if they were the program's: {@code java.util}, {@code java.lang.StringBuffer}. */
    public JavaRequest jdk(String... names) {
        containers.addAll(List.of(names));
        return this;
    }

    /** Folders with the sources, to show their lines. */
    public JavaRequest sources(Path... folders) {
        sources.addAll(List.of(folders));
        return this;
    }

    /** Gives up after this time; 60 s unless said otherwise. */
    public JavaRequest time(Duration limit) {
        time = Optional.of(limit);
        return this;
    }

    /**
     * The question of {@code moirai predict --java}: what would one run have done wrong in another order?
     *
     * @throws InputException if the program cannot be run
     */
    public Answer predict() {
        var source = new JvmPrediction.Source.FreshRun(input(), JvmPrediction.Printed.DROPPED);
        var options = Prediction.Options.usual(Prediction.OF_JAVA);
        return JvmPrediction.answer(source, options, Budget.of(time), Progress.ignored());
    }

    /**
     * The question of {@code moirai explore --java}: does one of so many runs, under schedules of ours, fail?
     *
     * @throws InputException if the program cannot be run
     */
    public Answer explore(int runs, long seed) {
        if (runs < 1) throw new IllegalArgumentException("at least one run");
        Budget budget = Budget.of(time);
        return JvmExploration.run(input(), new JvmFlips(input(), budget), runs, seed, budget);
    }

    private JvmInput input() {
        return new JvmInput(command, included, excluded, sources).lookingInto(containers);
    }
}
