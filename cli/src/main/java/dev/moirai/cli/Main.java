package dev.moirai.cli;

import dev.moirai.verify.engine.Interruption;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process: real output streams, real exit code, and what a signal means. */
public final class Main {
    /** How long work that is interrupted may take to say what it knows. */
    private static final long SECONDS_TO_ANSWER = 3;

    private Main() {}

    public static void main(String[] args) {
        // Not a return: engines may have left threads behind that only the end of the process stops.
        Runtime.getRuntime().exit(run(args));
    }

    /** Everything but the end of the process. */
    static int run(String... args) {
        // System.out flushes at every line; a long interleaving wants few writes.
        var out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, System.out.charset());
        var terminal = Terminal.fromLauncher();
        var answered = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(answered, terminal), "moirai-end"));
        int exitCode = new Commands(new Output(out, System.err, terminal)).execute(args);
        out.flush();
        answered.countDown();
        return exitCode;
    }

    /**
     * When the process ends by a signal (Ctrl-C) the answer so far is waited for; the virtual machine then ends with 128 and
     * the number of the signal. When it ends by itself the answer has been given.
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
