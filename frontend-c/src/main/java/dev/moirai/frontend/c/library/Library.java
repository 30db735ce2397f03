package dev.moirai.frontend.c.library;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every library function that has a meaning here. A function is looked up by its {@link #canonicalName}; a {@link
 * FunctionModel} takes precedence over a C source where both exist (the source then serves calls through pointers); a body in
 * the user's program takes precedence over both, unless {@link #outranksBody}.
 *
 * <p>Bundled C files include bundled headers. They define several functions and use names that begin with {@code
 * __moirai_} for their own; only what is called is translated.
 */
public final class Library {
    private Library() {}

    /** The model that emits the function's instructions at a call. */
    public static Optional<FunctionModel> find(String function) {
        return Stream.<Function<String, Optional<FunctionModel>>>of(
                        ThreadFunctions::find,
                        Mutexes::find,
                        WaitFunctions::find,
                        AssertionFunctions::find,
                        Verifier::find,
                        Allocation::find,
                        Atomics::find,
                        BuiltinFunctions::find,
                        Blocks::find,
                        OutputFunctions::find,
                        Formatting::find,
                        InputFunctions::find,
                        Scanning::find,
                        Clock::find,
                        Environment::find,
                        RandomNumbers::find,
                        CThreads::find,
                        Cancellation::find,
                        Jumps::find,
                        Signals::find,
                        Refused::find)
                .flatMap(topic -> topic.apply(function).stream())
                .findFirst();
    }

    /** Whether the function has a meaning here, and is not refused by name. */
    public static boolean isModelled(String function) {
        return find(function).isPresent() && Refused.find(function).isEmpty();
    }

    /** The resource path of the bundled C file that defines the function. */
    public static Optional<String> cSource(String function) {
        return BundledC.find(function);
    }

    /** The resource path of the bundled C file that defines an object of the C library. */
    public static Optional<String> cObject(String name) {
        return BundledC.findObject(name);
    }

    /** The text of a bundled file that is made up from what the user hands over. */
    public static Optional<String> madeUp(String resource, LibraryOptions options) {
        if (resource.endsWith("/given_files.c") && options.outside().holdsFiles()) {
            return Optional.of(options.outside().asC());
        }
        return resource.endsWith("/given_environment.c")
                ? Optional.of(options.outside().environmentAsC())
                : Optional.empty();
    }

    /** Whether functions of a bundled file take structs of the machine's headers by value, or use many of them. */
    public static boolean sharesStructs(String resource) {
        return RealWorld.includesMachineHeaders(resource) || resource.endsWith("/addresses.c");
    }

    /** {@code strlen} for {@code __builtin_strlen}, unless the builtin has a meaning of its own. */
    public static String canonicalName(String function) {
        String prefix = "__builtin_";
        if (!function.startsWith(prefix) || find(function).isPresent()) return function;
        String plain = function.substring(prefix.length());
        return find(plain).isPresent() || cSource(plain).isPresent() ? plain : function;
    }

    /** Functions whose meaning is fixed by convention, whatever body a program gives them. */
    public static boolean outranksBody(String function) {
        return switch (function) {
            case "reach_error", "__VERIFIER_error", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end" -> true;
            default -> false;
        };
    }

    /** Whether a function that is written in C is a cancellation point by POSIX. */
    public static boolean isCancellationPoint(String function) {
        return Cancellation.isPoint(function);
    }

    /** The function that every thread must run as it ends, given the functions that the program calls. */
    public static Optional<String> threadEpilogueFor(Set<String> calledFunctions) {
        boolean hasWork = calledFunctions.contains("pthread_key_create")
                || calledFunctions.contains("tss_create")
                || calledFunctions.contains("__moirai_cleanup_push");
        boolean noted =
                calledFunctions.contains("pthread_tryjoin_np") || calledFunctions.contains("pthread_timedjoin_np");
        if (noted) return Optional.of(hasWork ? "__moirai_noted_epilogue" : "__moirai_note_end");
        return hasWork ? Optional.of("__moirai_thread_epilogue") : Optional.empty();
    }
}
