package dev.moirai.cli;

import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.ProcessEnd;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process: its output streams, its exit code, and its reaction to signals. */
public final class Main {
    /** How many seconds interrupted work may take to report what it knows. */
    private static final long SECONDS_TO_ANSWER = 3;

    private Main() {}

    public static void main(String[] args) {
        ProcessEnd.with(run(args));
    }

    /** Executes the command without ending the process. */
    static int run(String... args) {
        // System.out flushes at every line, which is slow for a long interleaving.
        var out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, System.out.charset());
        var terminal = Terminal.fromLauncher();
        var answered = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(answered, terminal), "moirai-end"));
        int exitCode = new Commands(new Output(out, System.err, terminal)).execute(args);
        out.flush();
        System.err.flush();
        answered.countDown();
        return exitCode;
    }

    /**
     * If a signal (Ctrl-C) ends the process, this waits for the answer so far; the virtual machine then exits with 128
     * plus the number of the signal. If the process ends by itself, the answer has already been given.
     */
    private static void interrupted(CountDownLatch answered, Terminal terminal) {
        if (answered.getCount() == 0) return;
        Interruption.request();
        try {
            if (answered.await(SECONDS_TO_ANSWER, TimeUnit.SECONDS)) return;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        System.err.println((terminal.isErr() ? "\r\u001b[K" : "") + "moirai: interrupted");
    }
}
