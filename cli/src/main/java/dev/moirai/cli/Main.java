package dev.moirai.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** The process: real output streams, real exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // System.out flushes at every line; a long interleaving wants few writes.
        var out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, System.out.charset());
        int exitCode = new Commands(new Output(out, System.err, Terminal.fromLauncher())).execute(args);
        out.flush();
        // Not a return: engines may have left threads behind that only the end of the process stops.
        Runtime.getRuntime().exit(exitCode);
    }
}
