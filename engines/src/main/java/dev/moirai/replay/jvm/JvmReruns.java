package dev.moirai.replay.jvm;

import dev.moirai.jvm.JvmRun;
import dev.moirai.jvm.RunReport;
import dev.moirai.replay.Streams;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a JVM program again and again, in orders that were predicted. A run that does not end in time is ended. */
public final class JvmReruns {
    /** How long one run may take: in another order the program may never end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final JvmCommand command;
    private final JvmOrder order;
    private final JvmSources sources;
    private final AtomicLong runs = new AtomicLong();

    /**
     * @param order how the program is run; its mode and pace do not matter
     * @param sources where the texts of its steps are
     */
    public JvmReruns(JvmCommand command, JvmOrder order, JvmSources sources) {
        this.command = command;
        this.order = order;
        this.sources = sources;
    }

    public JvmSources sources() {
        return sources;
    }

    /** How many runs there have been. */
    public long runs() {
        return runs.get();
    }

    /** Runs a script and reads the report, which tells the steps. What the program prints is dropped. */
    public RunReport report(JvmScript script) {
        try (var process = run(order(JvmOrder.Mode.STORY, script.pace()), Streams.NONE)) {
            return process.report();
        }
    }

    public JvmRun record(JvmScript script) {
        return record(order(JvmOrder.Mode.RECORD, script.pace()), Streams.NONE);
    }

    /** Runs the program as it runs when nobody interrupts its threads, and keeps what happened. */
    public JvmRun record(Streams streams) {
        return record(order(JvmOrder.Mode.RECORD, new JvmOrder.Pace.Steady()), streams);
    }

    public JvmRun record(JvmOrder.Pace pace) {
        return record(order(JvmOrder.Mode.RECORD, pace), Streams.NONE);
    }

    private JvmOrder order(JvmOrder.Mode mode, JvmOrder.Pace pace) {
        return order.with(mode).with(pace);
    }

    private JvmRun record(JvmOrder order, Streams streams) {
        try (var process = run(order, streams)) {
            if (!Files.exists(process.folder().resolve("log"))
                    && !Thread.currentThread().isInterrupted()) {
                throw InputException.about(
                        command.program(),
                        "the JVM ended with status " + process.status() + " before the program began");
            }
            return JvmRun.read(process.folder()).named(command.program());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JvmProcess run(JvmOrder order, Streams streams) {
        runs.incrementAndGet();
        Thread caller = Thread.currentThread();
        var isLate = new AtomicBoolean();
        Thread alarm = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(PATIENCE);
                isLate.set(true);
                caller.interrupt();
            } catch (InterruptedException e) {
                // The run has ended in time.
            }
        });
        try {
            return JvmProcess.run(command, order, streams);
        } finally {
            alarm.interrupt();
            // Only our own interrupt is taken back: one by somebody else is for the caller to see.
            if (isLate.get()) Thread.interrupted();
        }
    }
}
