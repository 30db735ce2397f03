package dev.moirai.property;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import java.util.List;

/** The answer to a question about a program. */
public sealed interface Verdict {
    /** Proved: the search was complete. */
    record Holds() implements Verdict {}

    /** No violation within the bounds of the search. */
    record HoldsWithin(Within within) implements Verdict {
        /** The search had one limit, and was complete within it. */
        public HoldsWithin(String limit) {
            this(new Within(List.of(limit)));
        }
    }

    /** Only ever built from an execution the interpreter has run. */
    record Violated(Violation violation, Schedule schedule) implements Verdict {}

    /** The program does something that none of the engines asked supports. */
    record Unsupported(String construct, SourceSpan span) implements Verdict {
        public Reason reason() {
            return new Reason(Reason.Kind.UNSUPPORTED, "unsupported: " + construct + " at " + span.place());
        }
    }

    /** @param reasons at least one; of several engines, what kept each of them from an answer */
    record Unknown(List<Reason> reasons) implements Verdict {
        public Unknown {
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) throw new IllegalArgumentException("what is not known has a reason");
        }

        public Unknown(Reason reason) {
            this(List.of(reason));
        }

        /** A single reason of the kind {@link Reason.Kind#UNDECIDED}, in words. */
        public Unknown(String words) {
            this(new Reason(Reason.Kind.UNDECIDED, words));
        }

        public String words() {
            var words = new StringBuilder();
            for (Reason reason : reasons)
                words.append(words.isEmpty() ? "" : "; ").append(reason.words());
            return words.toString();
        }
    }
}
