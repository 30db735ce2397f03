package dev.moirai.cli;

import dev.moirai.verify.bounded.SearchBounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The bounds on single loops and on threads, for commands that unwind a program. */
final class UnwindOptions {
    private static final Option.Reader<Long> TIMES = Readers.number(0, 100_000);

    private final Option<List<String>> unwindSet;
    private final Option<Optional<Long>> threads;

    UnwindOptions(Syntax syntax, String scope) {
        unwindSet = syntax.value(
                "--unwindset",
                "NAME:N,...",
                List.of(),
                scope + "Other bounds for single loops and recursive functions, as check --show-loops names them.",
                Readers::words);
        threads = syntax.value(
                "--threads",
                "N",
                Optional.empty(),
                scope
                        + "How many threads there may be, main included. Without it: as many as the program plainly"
                        + " creates, "
                        + SearchBounds.FEW_THREADS + " where a bound decides.",
                Readers.optionalNumber(1, 10_000));
    }

    boolean areGiven() {
        return !unwindSet.value().isEmpty() || threads.value().isPresent();
    }

    Optional<Integer> threads() {
        return threads.value().map(Long::intValue);
    }

    Map<String, Integer> unwindSet() {
        var bounds = new TreeMap<String, Integer>();
        for (String word : unwindSet.value()) {
            int colon = word.lastIndexOf(':');
            if (colon < 1) throw new UsageException("option --unwindset: '" + word + "' is not of the form NAME:N");
            try {
                bounds.put(
                        word.substring(0, colon),
                        TIMES.read(word.substring(colon + 1), 0L).intValue());
            } catch (UsageException e) {
                throw new UsageException("option --unwindset: " + word.substring(0, colon) + ": " + e.getMessage());
            }
        }
        return bounds;
    }
}
