package dev.moirai.verify.predict;

import dev.moirai.jvm.Followed;
import dev.moirai.jvm.JvmFollower;
import dev.moirai.jvm.JvmRun;
import dev.moirai.jvm.RunReport;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.replay.jvm.JvmReruns;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.witness.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prediction from runs of JVM programs: the run is recorded by an agent, and what is predicted the real JVM must do. */
public final class JvmPrediction {
    private static final String WHERE = " while recording";
    /** How many runs are tried in which threads are interrupted by chance, before one step in so many. */
    private static final int TRIES = 3;

    private static final int PERIOD = 3;

    /** What becomes of what the program prints while it is recorded. It reads nothing. */
    public enum Printed {
        SHOWN,
        DROPPED
    }

    /** Where the run comes from. */
    public sealed interface Source {
        record FreshRun(JvmInput input, Printed printed) implements Source {}

        /** A {@code *.jrun}. */
        record Recorded(Path file) implements Source {}
    }

    private JvmPrediction() {}

    /** Whether the file is a recorded run: a zip with a log in it, or a folder with one. */
    public static boolean isRun(Path file) {
        if (Files.isDirectory(file)) return Files.isRegularFile(file.resolve("log"));
        return Files.isRegularFile(file) && file.toString().endsWith(".jrun");
    }

    /** Throws an {@link InputException} for what is no recorded run or cannot be run, and an {@link UncheckedIOException}. */
    public static Answer answer(Source source, Prediction.Options options, Budget budget, Progress progress) {
        Subject subject = Inquiry.inTime(budget, WHERE, () -> subject(source));
        return Prediction.answer(subject, options, budget, progress);
    }

    private static Subject subject(Source source) {
        return switch (source) {
            case Source.FreshRun(var input, var printed) -> {
                JvmReruns reruns = input.reruns();
                Streams streams = printed == Printed.SHOWN ? Streams.PRINTING : Streams.NONE;
                JvmSubject steady = subject(reruns.record(streams), input, reruns);
                yield telling(steady.isOfOneThread() ? livelier(steady) : steady);
            }
            case Source.Recorded(var file) -> {
                try {
                    JvmRun run = JvmRun.read(file);
                    JvmInput input = JvmInput.of(run);
                    yield telling(subject(run, input, input.reruns()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** A run in which others come to move as well: where nobody interrupts, one thread may do everybody's work. */
    private static JvmSubject livelier(JvmSubject steady) {
        for (int seed = 1; seed <= TRIES; seed++) {
            JvmRun run = steady.reruns().record(new JvmOrder.Pace.Seeded(seed, PERIOD));
            JvmSubject other = subject(run, steady.input(), steady.reruns());
            if (!other.isOfOneThread()) return other;
        }
        return steady;
    }

    /** Throws an {@link InputException} if the program was not run. */
    static JvmSubject subject(JvmRun run, JvmInput input, JvmReruns reruns) {
        Followed followed = JvmFollower.follow(run);
        RunReport report = followed.report();
        if (report.ending() == RunReport.Ending.REFUSED) throw refused(run, report.detail());
        if (report.ending() != RunReport.Ending.NONE && report.count("entered") == 0) {
            throw refused(run, "no method of the program was run: is the main class on the class path, for this JVM?");
        }
        if (report.ending() == RunReport.Ending.NONE && followed.trace().steps().size() < 2) {
            throw refused(run, "nothing was recorded: the JVM did not come to the program, or did not end in time");
        }
        return new JvmSubject(followed, input, reruns);
    }

    /** Throws an {@link InputException} if there is nothing to predict from. */
    static JvmSubject telling(JvmSubject subject) {
        Followed followed = subject.followed();
        boolean isAlone = followed.trace().threads().size() < 2;
        if (!subject.isOfOneThread() || !isAlone && followed.difference().isEmpty()) return subject;
        String where = followed.difference()
                .map(it -> "; the log was followed only so far: " + it)
                .orElse("");
        String why = isAlone ? "only one thread ran" : "only one thread had events that another could see";
        throw InputException.about(followed.trace().header().file(), "nothing to predict from: " + why + where);
    }

    private static InputException refused(JvmRun run, String why) {
        return InputException.about(run.name(), why);
    }
}
