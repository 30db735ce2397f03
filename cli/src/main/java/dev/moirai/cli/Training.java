package dev.moirai.cli;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * What the launcher lets the virtual machine watch, once, when it builds: the commands people use, on our examples. The
 * classes loaded here are in the ahead-of-time cache; the others are loaded the slow way.
 */
public final class Training {
    private Training() {}

    /** @param args the folder of examples */
    public static void main(String[] args) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var output = new Output(nowhere, nowhere, Terminal.NONE);
        new Commands(output).execute("--version");
        new Commands(output).execute("--help");
        Runtime.getRuntime().exit(0);
    }
}
