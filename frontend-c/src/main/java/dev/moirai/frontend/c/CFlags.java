package dev.moirai.frontend.c;

import java.nio.file.Path;
import java.util.List;

/**
 * How one file is compiled, as far as it says what the file means: gcc's {@code -iquote}, {@code -I}, {@code -isystem},
 * {@code -D} and {@code -U}, {@code -include}, {@code -std=}, {@code -fno-common}.
 *
 * @param macros in their order: {@code -DNAME}, {@code -DNAME=VALUE} or {@code -UNAME}
 * @param forced files that are included before the first line
 */
public record CFlags(
        List<Path> quoted,
        List<Path> includes,
        List<Path> system,
        List<String> macros,
        List<Path> forced,
        Dialect dialect,
        Commons commons) {
    /** What {@code inline} without {@code static} means. */
    public enum Inlining {
        /** It defines the function for this file only; {@code extern} makes the definition everybody's. */
        C99,
        /** It defines the function for everybody; {@code extern} makes it a hint that another file's definition replaces. */
        GNU89
    }

    /** What becomes of variables that several files define without a value. */
    public enum Commons {
        /** They are one variable, as compilers always had it and most projects take for granted. */
        MERGED,
        /** They are an error, as C has it and {@code -fno-common} asks for. */
        REFUSED
    }

    /**
     * A {@code -std=}.
     *
     * @param version what {@code __STDC_VERSION__} says; empty before 1994
     * @param isStrict without GNU's names such as {@code linux}
     */
    public record Dialect(String version, boolean isStrict, Inlining inlining) {
        public static final Dialect GNU11 = new Dialect("201112L", false, Inlining.C99);
    }

    public static final CFlags NONE =
            new CFlags(List.of(), List.of(), List.of(), List.of(), List.of(), Dialect.GNU11, Commons.MERGED);

    public CFlags {
        quoted = List.copyOf(quoted);
        includes = List.copyOf(includes);
        system = List.copyOf(system);
        macros = List.copyOf(macros);
        forced = List.copyOf(forced);
    }

    /** These macros only, each as in {@link #macros}. */
    public static CFlags macros(String... words) {
        return new CFlags(List.of(), List.of(), List.of(), List.of(words), List.of(), Dialect.GNU11, Commons.MERGED);
    }
}
