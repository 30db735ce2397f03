package dev.moirai.property;

import dev.moirai.source.SourceSpan;

/** Why an engine goes no further on a path: a bound, which can be raised, or something that the engine cannot handle. */
public sealed interface CutReason {
    /** As a part of a sentence: {@code loop main.1 at f.c:12}. */
    String words();

    /** A bound on the search. {@link Verdict.HoldsWithin} names bounds only, no other reasons. */
    sealed interface Bound extends CutReason {}

    /** A loop would go round once more; {@code name} is its name for {@code --unwindset}. */
    record Loop(String name, SourceSpan head) implements Bound {
        @Override
        public String words() {
            return "loop " + name + " at " + head.place();
        }
    }

    /** A function would call itself once more. */
    record Recursion(String function) implements Bound {
        @Override
        public String words() {
            return "recursion of " + function;
        }
    }

    /** One more thread would be created. */
    record Threads(int limit) implements Bound {
        @Override
        public String words() {
            return "thread limit of " + limit;
        }
    }

    /** The threads would take turns for one more round. */
    record Rounds(int limit) implements Bound {
        @Override
        public String words() {
            return "more than " + limit + " rounds";
        }
    }

    /** Something that no higher bound helps with: the answer is unknown if control can reach it. */
    record Construct(String what, SourceSpan span) implements CutReason {
        @Override
        public String words() {
            return what + " at " + span.place();
        }
    }
}
