package dev.moirai.frontend.c.library;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Functions that have another meaning where the world is {@link LibraryOptions.World#REAL}: bundled C reads real input
 * through a few functions of the native runtime, and what is not computed exactly here is computed by the machine.
 */
public final class RealWorld {
    private static final String SYSTEM = "real_system.c";
    private static final String FOLDER = "models/";

    /** The prefix of the runtime's functions; their arguments are not pinned. */
    private static final String OF_THE_RUNTIME = "__moirai_real_";

    /** The bundled C file of each function that is written in C. */
    private static final Map<String, String> FILE_OF = new HashMap<>();

    static {
        put(
                "real_world.c",
                "vfprintf rand random lrand48 srand srandom srand48 time clock clock_gettime gettimeofday __moirai_pin"
                        + " __moirai_pin_double __moirai_pin_text __moirai_scan __moirai_scanned_integer"
                        + " __moirai_scanned_double __moirai_scanned_word");
        put(
                SYSTEM,
                "readdir ftw getpwnam getpwuid getgrnam getgrgid mmap munmap mremap getdelim getline localtime gmtime"
                        + " ctime asctime inet_ntoa gethostbyname getaddrinfo freeaddrinfo");
        // What a function outside has done, this does for the program.
        put(
                "outside.c",
                "__moirai_outside_plain __moirai_outside_number __moirai_outside_double __moirai_outside_pointer");
    }

    /** What is not computed exactly here, or not at all, is computed by the machine. */
    private static final Set<String> COMPUTED = Set.of("""
        pow exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh cbrt hypot erf erfc
        lgamma tgamma powf expf logf log2f log10f sinf cosf tanf rint nearbyint lrint lround llrint llround lrintf lroundf
        roundf fmodf ldexp frexp modf remainder nextafter drand48 atof
        """.strip().split("\\s+"));

    private RealWorld() {}

    private static void put(String file, String functions) {
        for (String function : functions.split(" ")) FILE_OF.put(function, FOLDER + file);
    }

    /** The bundled C file that defines the function for native runs. */
    public static Optional<String> cSource(String function) {
        return Optional.ofNullable(FILE_OF.get(function));
    }

    /** Whether a native run uses the real function instead of the model. */
    public static boolean replacesModel(String function) {
        return FILE_OF.containsKey(function) || COMPUTED.contains(function) || OutsideCalls.contains(function);
    }

    /** Whether a bundled file uses structs of the machine's libraries, as the machine's headers have them. */
    public static boolean includesMachineHeaders(String file) {
        return file.endsWith("/" + SYSTEM);
    }

    public static boolean isOfTheRuntime(String function) {
        return function.startsWith(OF_THE_RUNTIME);
    }
}
