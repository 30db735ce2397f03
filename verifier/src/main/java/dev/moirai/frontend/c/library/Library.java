package dev.moirai.frontend.c.library;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every library function with a meaning here. A function is looked up as {@link #canonicalName}; a {@link Model} goes
 * before a C source where both exist (the source then serves calls through pointers); a body in the user's program goes
 * before both, unless {@link #outranksBody}.
 *
 * <p>Bundled C files include bundled headers. They define more than one function and keep to names that begin with
 * {@code __moirai_} for what is their own; only what is called needs translating.
 */
public final class Library {
    private Library() {}

    /** The meaning of a function as instructions at the call. */
    public static Optional<Model> find(String function) {
        return Stream.<Function<String, Optional<Model>>>of(
                        Threads::find,
                        Mutexes::find,
                        Waiting::find,
                        Assertions::find,
                        Verifier::find,
                        Allocation::find,
                        Atomics::find,
                        Builtins::find,
                        Blocks::find,
                        Output::find,
                        Formatting::find,
                        Input::find,
                        Scanning::find,
                        Clock::find,
                        Environment::find,
                        CThreads::find,
                        Signals::find,
                        Refused::find)
                .flatMap(topic -> topic.apply(function).stream())
                .findFirst();
    }

    /** The resource path of the bundled C file that defines the function. */
    public static Optional<String> cSource(String function) {
        return BundledC.find(function);
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

    /** The function that every thread must run as it ends, given what the program calls. */
    public static Optional<String> threadEpilogueFor(Set<String> calledFunctions) {
        boolean needed = calledFunctions.contains("pthread_key_create")
                || calledFunctions.contains("tss_create")
                || calledFunctions.contains("__moirai_cleanup_push");
        return needed ? Optional.of("__moirai_thread_epilogue") : Optional.empty();
    }
}
