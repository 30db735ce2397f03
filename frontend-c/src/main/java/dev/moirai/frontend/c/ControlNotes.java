package dev.moirai.frontend.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a program does that changes the meaning of other places in it, or what is to be kept for it: it cancels threads,
 * blocks signals, leaves functions for its end, asks for the names of threads, opens streams on its memory, calls {@code
 * setjmp}, puts other streams in the place of the standard ones, looks at {@code errno} after calls whose results it ignores.
 */
final class ControlNotes {
    /** The functions that change what others mean. */
    private static final List<String> TELLING =
            List.of("pthread_cancel", "pthread_sigmask", "atexit", "on_exit", "pthread_getname_np", "open_memstream");

    private static final String ERRNO = "__errno_location";

    private final Map<String, List<ReturnPoints.Site>> returnPoints = new HashMap<>();
    private final Set<String> streams = new HashSet<>();
    private final Set<String> known;
    private boolean ignoresResults;

    /** @param known functions and standard streams of which it is known, before anything is translated, that the program calls or assigns them */
    ControlNotes(Set<String> known) {
        this.known = Set.copyOf(known);
    }

    /**
     * Those of the called functions that should have been known before translation began: the program has to be translated
     * again with them known.
     */
    Set<String> unknown(Set<String> functions) {
        var missed = new HashSet<String>();
        for (String function : TELLING) {
            if (functions.contains(function) && !known.contains(function)) missed.add(function);
        }
        if (ignoresResults && functions.contains(ERRNO) && !known.contains(ERRNO)) missed.add(ERRNO);
        for (String stream : streams) if (!known.contains(stream)) missed.add(stream);
        return missed;
    }

    /** Notes that the program assigns to {@code stdin}, {@code stdout} or {@code stderr}, or could do so by its address. */
    void assigns(String stream) {
        streams.add(stream);
    }

    boolean isAssigned(String stream) {
        return known.contains(stream);
    }

    Set<String> known() {
        return known;
    }

    boolean cancelsThreads() {
        return known.contains("pthread_cancel");
    }

    boolean masksSignals() {
        return known.contains("pthread_sigmask");
    }

    boolean runsAtExit() {
        return known.contains("atexit") || known.contains("on_exit");
    }

    boolean opensMemory() {
        return known.contains("open_memstream");
    }

    boolean namesThreads() {
        return known.contains("pthread_getname_np");
    }

    /** Whether the program may learn of a failure though it ignores the result of the call: asked at such a call. */
    boolean looksAtErrno() {
        ignoresResults = true;
        return known.contains(ERRNO);
    }

    void addReturnPoint(String function, ReturnPoints.Site site) {
        returnPoints.computeIfAbsent(function, _ -> new ArrayList<>()).add(site);
    }

    /** The calls of {@code setjmp}, by function. */
    Map<String, List<ReturnPoints.Site>> returnPoints() {
        return returnPoints;
    }
}
