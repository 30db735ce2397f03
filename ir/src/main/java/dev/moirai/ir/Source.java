package dev.moirai.ir;

import java.util.List;

/**
 * What a free value stands for. Code that treats some free values specially tells them apart by their kind; {@link
 * #words} are for readers.
 */
public sealed interface Source {
    String words();

    /** Any value, without further meaning. */
    record Anything(String words) implements Source {}

    /** What an input function returned: {@code __VERIFIER_nondet_int}. */
    record Returned(String function) implements Source {
        @Override
        public String words() {
            return function;
        }
    }

    /** Whether there is memory for an allocating function, such as {@code malloc}, which else returns {@code otherwise}. */
    record Memory(String function, String otherwise) implements Source {
        @Override
        public String words() {
            return function;
        }
    }

    /** What a place holds that nobody has written yet. */
    record Unwritten(String place) implements Source {
        @Override
        public String words() {
            return "uninitialised " + place;
        }
    }

    /** Whether a timer has run out. A timer that is asked again and again says yes again and again. */
    record Timer() implements Source {
        @Override
        public String words() {
            return "MOIRAI_TIMEOUT";
        }
    }

    /**
     * A node of a named type that no variable leads to, so that nothing tells which one: no choice. Its cells are as at the
     * start. Numbers below {@code first} are constants of the type.
     */
    record NewNode(int first) implements Source {
        @Override
        public String words() {
            return "a new node";
        }
    }

    /**
     * In a native run, what a function of the real world returns: the function in which the {@link Instr.Nondet} stands hands
     * its own parameters over.
     *
     * @param shape how the runtime makes the call, if the function may touch memory, wait, or set {@code errno}: a word for
     *     {@code moirai_prepare}; then the value means nothing. Empty for a function from numbers to a number, which is
     *     called at once and returns the value.
     */
    record RealCall(String function, String shape) implements Source {
        /** A function from numbers to a number. */
        public RealCall(String function) {
            this(function, "");
        }

        @Override
        public String words() {
            return "real call of " + function;
        }
    }

    /**
     * Which thread a signal wakes: a position in {@code threads}, the numbers of the threads that wait on some
     * condition somewhere in the program.
     */
    record WhoIsWoken(List<Integer> threads) implements Source {
        public WhoIsWoken {
            threads = List.copyOf(threads);
        }

        @Override
        public String words() {
            return "who is woken";
        }
    }

    /** Whether a weak compare-and-exchange fails though the values agree: any number of times, but not for ever. */
    record SpuriousFailure() implements Source {
        @Override
        public String words() {
            return "spurious failure";
        }
    }

    /** Why a timed wait ends if no other thread has ended it: its time is up, or for no reason. */
    record EndOfWait() implements Source {
        @Override
        public String words() {
            return "time-out (0) or spurious wake-up (1)";
        }
    }

    /** How far a thread, by its number, gets in a round of a sequentialized program. */
    record HowFar(int thread, int round, String words) implements Source {}
}
