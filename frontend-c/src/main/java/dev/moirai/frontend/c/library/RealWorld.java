package dev.moirai.frontend.c.library;

import java.util.Optional;
import java.util.Set;

/**
 * Functions that have another meaning where the world is {@link LibraryOptions.World#REAL}: bundled C reads real input
 * through a few functions of the native runtime, and what is not computed exactly here is computed by the machine.
 */
public final class RealWorld {
    private static final String SOURCE = "dev/moirai/frontend/c/models/real_world.c";

    /** The prefix of the runtime's functions; their arguments are not pinned. */
    private static final String OF_THE_RUNTIME = "__moirai_real_";

    private static final Set<String> WRITTEN_IN_C = Set.of(
            "getchar",
            "getc",
            "fgetc",
            "getchar_unlocked",
            "getc_unlocked",
            "fgets",
            "read",
            "rand",
            "random",
            "lrand48",
            "srand",
            "srandom",
            "srand48",
            "time",
            "clock",
            "clock_gettime",
            "gettimeofday",
            "__moirai_pin",
            "__moirai_pin_double",
            "__moirai_pin_text",
            "__moirai_scan",
            "__moirai_scanned_integer",
            "__moirai_scanned_double",
            "__moirai_scanned_word");

    private static final Set<String> COMPUTED = Set.of(
            "pow", "exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
            "cosh", "tanh", "cbrt", "hypot", "drand48", "atof");

    /** What only the machine knows, and what takes no more than numbers and texts. */
    private static final Set<String> ASKED = Set.of(
            "access",
            "faccessat",
            "pathconf",
            "getdtablesize",
            "sched_getcpu",
            "getpgrp",
            "ffsl",
            "ffsll",
            "chdir",
            "unlink",
            "rmdir");

    private RealWorld() {}

    /** The bundled C file that defines the function for native runs. */
    public static Optional<String> cSource(String function) {
        return WRITTEN_IN_C.contains(function) ? Optional.of(SOURCE) : Optional.empty();
    }

    /** Whether a native run uses the real function instead of the model. */
    public static boolean replacesModel(String function) {
        return WRITTEN_IN_C.contains(function) || COMPUTED.contains(function) || ASKED.contains(function);
    }

    public static boolean isOfTheRuntime(String function) {
        return function.startsWith(OF_THE_RUNTIME);
    }
}
