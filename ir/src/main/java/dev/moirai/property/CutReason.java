package dev.moirai.property;

import dev.moirai.source.SourceSpan;

/** Why an engine goes no further on a path: a bound, which can be raised, or something it has no means for. */
public sealed interface CutReason {
    /** As a part of a sentence: {@code loop main.1 at f.c:12}. */
    String words();

    /** How far was looked. Nothing else may be named by {@link Verdict.HoldsWithin}. */
    sealed interface Bound extends CutReason {}

    /** A loop goes round once more; {@code name} is that of {@code --unwindset}. */
    record Loop(String name, SourceSpan head) implements Bound {
        @Override
        public String words() {
            return "loop " + name + " at " + head.place();
        }
    }

    /** A function calls itself once more. */
    record Recursion(String function) implements Bound {
        @Override
        public String words() {
            return "recursion of " + function;
        }
    }

    /** One thread more is created. */
    record Threads(int limit) implements Bound {
        @Override
        public String words() {
            return "thread limit of " + limit;
        }
    }

    /** Threads take turns once more. */
    record Rounds(int limit) implements Bound {
        @Override
        public String words() {
            return "more than " + limit + " rounds";
        }
    }

    /** No bound helps: the answer is unknown if control can come here. */
    record Construct(String what, SourceSpan span) implements CutReason {
        @Override
        public String words() {
            return what + " at " + span.place();
        }
    }
}
