package dev.moirai.rely.transition;

/** What a thread may wait for. */
public sealed interface Resource {
    /** The name that it has in premises. */
    String words();

    /** A lock that is certainly known, by its name, which no other lock has. */
    record Lock(String name) implements Resource {
        /** The name of the variable that says whether a thread has taken the lock and not given it back. */
        String heldBy(String thread) {
            return thread + " holds " + name;
        }

        @Override
        public String words() {
            return name;
        }
    }

    /** The end of a thread, or of one of those that do the same. */
    record End(int thread, String name) implements Resource {
        @Override
        public String words() {
            return "the end of " + name;
        }
    }

    /** That the thread itself is started: before that it is not there. */
    record Birth() implements Resource {
        @Override
        public String words() {
            return "being started";
        }
    }

    /** What nobody holds, or a lock that is not certainly known. */
    record Other(String words) implements Resource {}
}
