package dev.moirai.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What the launcher lets the virtual machine watch, once, when it builds: the commands people use, on our examples. The
 * classes loaded here are in the ahead-of-time cache; the others are loaded the slow way.
 */
public final class Training {
    private Training() {}

    /** @param args the folder of examples */
    public static void main(String[] args) {
        String examples = args[0];
        moirai("--version");
        moirai("--help");
        moirai("run", "--help");
        moirai("run", examples + "/run/hello.c");
        moirai("run", examples + "/run/pipeline.c", "--json");
        for (int seed = 0; seed < 10; seed++) moirai("run", examples + "/run/flaky.c", "--seed", "" + seed);
        moirai("run", "no-such-file.c");
        moirai("check", examples + "/check/counter-race.c");
        moirai("check", examples + "/check/peterson.c", examples + "/check/bounded-buffer.c");
        Runtime.getRuntime().exit(0);
    }

    private static void moirai(String... arguments) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Commands(new Output(nowhere, nowhere, Terminal.NONE)).execute(arguments);
    }
}
