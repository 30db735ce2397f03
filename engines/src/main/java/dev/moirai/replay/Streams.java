package dev.moirai.replay;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;

/** Where a native run reads from and prints to. */
public record Streams(Redirect input, Redirect output, Redirect error) {
    /** The streams of this process. */
    public static final Streams OURS = new Streams(Redirect.INHERIT, Redirect.INHERIT, Redirect.INHERIT);

    private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

    /** No input; output goes where the output of this process goes. */
    public static final Streams PRINTING = new Streams(NOTHING, Redirect.INHERIT, Redirect.INHERIT);

    /** No input; output is discarded. */
    public static final Streams NONE = new Streams(NOTHING, Redirect.DISCARD, Redirect.DISCARD);

    public Streams withInput(File file) {
        return new Streams(Redirect.from(file), output, error);
    }

    public Streams withOutput(File file) {
        return new Streams(input, Redirect.to(file), error);
    }
}
